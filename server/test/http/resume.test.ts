import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
// @ts-expect-error -- the package has no types
import schema from '@jsonresume/schema';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { onCleanup } from '../cleanup.ts';
import { clientOf, errorResponse, send } from '../client.ts';
import { createMember, saveProfile, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite({ publicUrl: 'https://site.example' });
const visitor = clientOf(site);

/** A site with this résumé. */
async function siteOf(resume: object, settings: { resumeContact?: 'shown' | 'asked'; publicUrl?: string | undefined } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-resume-'));
  onCleanup(() => rmSync(folder, { recursive: true }));
  const resumeFile = join(folder, 'resume.json');
  writeFileSync(resumeFile, JSON.stringify(resume));
  return openSite({ resumeFile, publicUrl: 'https://site.example', ...settings });
}

const withPath = {
  basics: { name: 'Ada' },
  projects: [
    { name: 'Community', 'x-path': '/dev' },
    { name: 'Formatter', 'x-path': '/dev/formatter' },
    { name: 'Another', url: 'https://site.example.net/dev' },
    { name: 'Two slashes', url: 'https://site.example//dev' },
  ],
};

const jsonLdOf = (page: string) => JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(page)?.[1] ?? '');
const policyOf = (headers: Record<string, string | undefined>) => headers['content-security-policy'] ?? '';

describe('the résumé page', () => {
  test('is small, has no script, and its CSP allows only its own style', async () => {
    const { status, raw, headers } = await visitor.get('/');
    expect(status).toBe(200);
    expect(Buffer.byteLength(raw)).toBeLessThan(30 * 1024);
    expect(raw.match(/<script\b[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
    expect(raw).not.toMatch(/modulepreload|\son\w+=/);
    expect(policyOf(headers)).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri \/api\/csp-reports; report-to csp$/,
    );
  });

  test('describes its owner in HTML, Open Graph and microformats', async () => {
    const { raw } = await visitor.get('/');
    for (const part of [
      '<title>Welcome to my Profile</title>',
      '<h1 class="p-name">Tamsin Orrery</h1>',
      'href="mailto:hello@tamsin-orrery.example"',
      'href="tel:+15035550142"',
      'href="tel:+15035550178"',
      '<meta property="og:type" content="profile">',
      '<meta property="og:url" content="https://site.example/">',
      '<link rel="canonical" href="https://site.example/">',
      'class="page h-resume"',
      'class="p-experience h-event"',
      'class="p-education h-event"',
      'class="p-skill"',
      '<time class="dt-start" datetime="2017-01">Jan 2017</time> – present',
      '<time class="dt-start" datetime="2010-04">Apr 2010</time> – <time class="dt-end" datetime="2016-12">Dec 2016</time>',
    ])
      expect(raw).toContain(part);
    expect([...raw.matchAll(/<h2[^>]*>([^<]+)/g)].map(([, title]) => title)).toEqual([
      'About',
      'Sample projects',
      'Skills',
      'Experience',
      'Education',
      'Certifications',
      'Languages',
    ]);
  });

  test('has structured data that match the schema.org type TestMember', async () => {
    const person = jsonLdOf((await visitor.get('/')).raw);
    const valid = new Ajv({ allErrors: true }).compile(personShape);
    expect(valid(person), JSON.stringify(valid.errors)).toBe(true);
    expect(person).toMatchObject({
      name: 'Tamsin Orrery',
      telephone: ['+1 503 555 0142', '+1 503 555 0178'],
      worksFor: [{ name: 'Northlight Freight' }],
    });
    expect(valid({ ...person, worksFor: 'Northlight' })).toBe(false);
  });

  test('lists only current employers in the structured data, and skills without keywords by name', async () => {
    const person = jsonLdOf(
      (
        await clientOf(
          await siteOf({
            basics: { name: 'Ada' },
            work: [
              { name: 'Now', startDate: '2020' },
              { name: 'Once', startDate: '2010', 'x-current': false },
              { name: 'Before', startDate: '2010', endDate: '2012' },
            ],
            skills: [
              { name: 'Go', keywords: [] },
              { name: 'Web', keywords: ['HTML', 'CSS'] },
            ],
          }),
        ).get('/')
      ).raw,
    );
    expect(person).toMatchObject({ worksFor: [{ name: 'Now' }], knowsAbout: ['Go', 'HTML', 'CSS'] });
  });

  test('supports ETags and compression', async () => {
    const { headers, raw } = await visitor.get('/');
    const again = await visitor.get('/', { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.raw, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await visitor.get('/', { 'if-none-match': '"another"' })).status).toBe(200);
    const compressed = await site.app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(raw);
  });

  test('omits empty sections', async () => {
    const { raw } = await clientOf(
      await siteOf({
        basics: { name: 'Ada', summary: ' ' },
        work: [],
        skills: [{ keywords: [] }],
        education: [{}],
        projects: [{ highlights: ['', ' '] }],
      }),
    ).get('/');
    expect(raw).not.toMatch(/<h2|<h3|<section|<article|<dl|<dt|<time|undefined|null/);
    expect(jsonLdOf(raw)).toEqual({ '@context': 'https://schema.org', '@type': 'Person', name: 'Ada', url: 'https://site.example/' });
  });

  test('escapes text', async () => {
    const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { raw } = await clientOf(
      await siteOf({
        basics: {
          name: evil,
          label: evil,
          summary: evil,
          profiles: [{ network: evil, username: '"', url: 'https://a.example/"onclick="x' }],
        },
      }),
    ).get('/');
    expect(raw.match(/<script|<img/g)).toEqual(['<script']);
    expect(jsonLdOf(raw).name).toBe(evil);
    expect(raw).not.toContain('"onclick="');
  });

  test('allows images only from the origin of the picture', async () => {
    const { headers, raw } = await clientOf(await siteOf({ basics: { name: 'Ada', image: 'https://pictures.example/ada.jpg' } })).get('/');
    expect(raw).toContain('<img class="u-photo" src="https://pictures.example/ada.jpg"');
    expect(policyOf(headers)).toContain("img-src 'self' https://pictures.example;");
  });

  test.for([
    ['', 'http://localhost/'],
    ['https://dev.example', 'https://dev.example/'],
  ])('uses PUBLIC_URL (%j) as its URL, or else the Host header', async ([publicUrl, url]) => {
    const { raw } = await clientOf(await siteOf({ basics: { name: 'Ada' } }, { publicUrl: publicUrl || undefined })).get('/');
    expect(jsonLdOf(raw).url).toBe(url);
  });

  test('is marked as a sample, with the command that replaces it, unless the admin has set another', async () => {
    const mark = 'RESUME_FILE=./my-resume.json npx dev-connector start';
    expect((await clientOf(await openSite()).get('/')).raw).toContain(mark);
    const { app } = await siteOf(withPath);
    expect((await app.inject('/')).body).not.toContain(mark);
  });

  test('links to this site with paths, which do not depend on the Host header', async () => {
    const host = 'other.example';
    for (const publicUrl of ['https://site.example', undefined]) {
      const { app } = await siteOf(withPath, { publicUrl });
      const { body } = await app.inject({ url: '/', headers: { host } });
      const links = [...body.matchAll(/<a [^>]*href="([^"#]+)"/g)].map(([, href]) => href);
      expect(links).toEqual([
        '/dev/explore',
        '/resume.pdf',
        '/resume.json',
        '/dev',
        '/dev/formatter',
        'https://site.example.net/dev',
        'https://site.example//dev',
      ]);
    }
  });
});

describe('resume.json', () => {
  test('is valid by the JSON Resume schema and has absolute URLs', async () => {
    const { body, headers } = await visitor.get('/resume.json');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    schema.validate(body, (errors: unknown) => expect(errors).toBeNull());
    expect(body.projects.map(({ url }: { url: string }) => url)).toEqual([
      'https://site.example/dev',
      'https://site.example/dev/formatter',
    ]);
    expect(body.basics['x-phones']).toEqual(['+1 503 555 0178']);
    expect((await visitor.get('/resume.json', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  });

  test('contains no street, no postal code and no properties that start with an underscore', async () => {
    const { body, raw } = await clientOf(
      await siteOf({
        _todo: 'secret',
        basics: { name: 'Ada', _age: 'secret', location: { address: 'secret', postalCode: 'secret', city: 'London' } },
        work: [{ name: 'Analytical Engines', _salary: 'secret', highlights: ['Notes'] }],
      }),
    ).get('/resume.json');
    expect(raw).not.toContain('secret');
    expect(body).toEqual({
      basics: { name: 'Ada', location: { city: 'London' } },
      work: [{ name: 'Analytical Engines', highlights: ['Notes'] }],
    });
  });
});

describe('resume.pdf', () => {
  test('is a PDF that is cached', async () => {
    const first = await visitor.get('/resume.pdf');
    expect(first.raw.slice(0, 5)).toBe('%PDF-');
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="resume.pdf"; filename*=UTF-8''Tamsin%20Orrery.pdf`,
    });
    const again = await visitor.get('/resume.pdf');
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.raw).toBe(first.raw);
    expect((await visitor.get('/resume.pdf', { 'if-none-match': first.headers.etag ?? '' })).status).toBe(304);
  });
});

describe('contact details shown on request', () => {
  const contact = /ada@engine\.example|555/;
  const ada = { basics: { name: 'Ada', email: 'ada@engine.example', phone: '+1 503 555 0100', 'x-phones': ['+1 503 555 0101'] } };

  test('are on no page and in no file that a crawler finds', async () => {
    const crawler = clientOf(await siteOf(ada, { resumeContact: 'asked' }));
    const [page, json, pdf] = await Promise.all(['/', '/resume.json', '/resume.pdf'].map((path) => crawler.get(path)));
    for (const response of [page, json, pdf]) expect(response?.status).toBe(200);
    expect(page?.raw).not.toMatch(contact);
    expect(json?.body).toEqual({ basics: { name: 'Ada' } });
    expect(page?.raw).toContain('<form method="post" action="/#contact"><button>Show e-mail and telephone</button></form>');
  });

  test('are on the page that the button opens, which is neither cached nor indexed', async () => {
    const { app } = await siteOf(ada, { resumeContact: 'asked' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const shown = await send(app, { method: 'POST', url: '/', headers });
    expect(shown.status).toBe(200);
    for (const link of ['mailto:ada@engine.example', 'tel:+15035550100', 'tel:+15035550101']) expect(shown.raw).toContain(link);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(shown.raw).not.toContain('<form');
    expect((await clientOf({ app }).get('/')).raw).not.toMatch(contact);
  });

  test('need no button if they are always shown', async () => {
    const { app } = await siteOf(ada);
    expect((await clientOf({ app }).get('/')).raw).toContain('ada@engine.example');
    expect(await send(app, { method: 'POST', url: '/', payload: '{}', headers: { 'content-type': 'application/json' } })).toMatchObject(
      errorResponse(404, 'No endpoint exists at this URL'),
    );
  });
});

describe('the résumé of a member', () => {
  const completeProfile = {
    status: 'Developer',
    company: 'Analytical Engines',
    location: 'London',
    bio: 'Notes & <b>more</b>\n\nAnd more',
    skills: 'Mathematics,Poetry',
    website: 'engine.example',
  };

  test('is a page with the whole profile and without the e-mail address', async () => {
    const ada = await createMember(site, 'Ada Lowenthal', 'ada.lowenthal@example.org');
    await saveProfile(ada, completeProfile);
    await ada.put('/api/profile/experience', {
      title: 'Countess',
      company: 'Lowenthal',
      from: '2001-01-31',
      current: true,
      description: 'Work',
    });
    await ada.put('/api/profile/education', {
      school: 'Home',
      degree: 'Geometry',
      fieldofstudy: 'Figures',
      from: '1999-12-31',
      to: '2000-01-01',
    });
    const { status, raw, headers } = await visitor.get(`/dev/profile/${ada._id}/resume`);
    expect(status).toBe(200);
    for (const part of [
      'Ada Lowenthal',
      'Developer at Analytical Engines',
      'London',
      '<p>Notes &amp; &lt;b&gt;more&lt;/b&gt;</p>',
      'Countess',
      '<time class="dt-start" datetime="2001-01-31">Jan 2001</time> – present',
      'Geometry, Figures',
      'Dec 1999</time> – <time class="dt-end" datetime="2000-01-01">Jan 2000</time>',
      '<span class="p-skill">Mathematics</span>',
      'href="https://engine.example/"',
      `href="/dev/profile/${ada._id}"`,
      `href="/dev/profile/${ada._id}/resume.pdf"`,
      `href="/api/profile/user/${ada._id}/resume"`,
    ])
      expect(raw).toContain(part);
    expect(raw).not.toMatch(/mailto:|<img|gravatar|<script(?! type="application\/ld\+json")/);
    expect(headers['x-robots-tag']).toBe('noindex');
    expect((await visitor.get(`/dev/profile/${ada._id}/resume`, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  });

  test('keeps links, years and numbers in the texts of a public profile', async () => {
    const member = await createMember(site, 'Ines');
    const texts = ['Intel 2015 - 2019', 'Call 612 345 678', 'team@x.example'];
    const links = [{ url: 'https://orcid.org/0000-0002-1825-0097' }, { label: 'Telegram', url: 'https://t.me/ines' }];
    await saveProfile(member, { bio: texts.join('\n'), links });
    const { raw } = await visitor.get(`/dev/profile/${member._id}/resume`);
    for (const text of [...texts, ...links.map(({ url }) => url)]) expect(raw).toContain(text);
    expect(raw).not.toContain('mailto:');
  });

  test('is a PDF that is recreated when the profile changes', async () => {
    const grace = await createMember(site, 'Grace');
    await saveProfile(grace, completeProfile);
    const path = `/dev/profile/${grace._id}/resume.pdf`;
    const first = await visitor.get(path);
    expect(first.raw.slice(0, 5)).toBe('%PDF-');
    expect((await visitor.get(path, { 'if-none-match': first.headers.etag ?? '' })).status).toBe(304);
    await saveProfile(grace, { ...completeProfile, bio: 'Compilers' });
    const second = await visitor.get(path, { 'if-none-match': first.headers.etag ?? '' });
    expect(second.status).toBe(200);
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  test.for([unknownId, 'nobody', '%00', "' or 1=1"])('returns 404 for the id %s', async (id) => {
    for (const path of [`/dev/profile/${id}/resume`, `/dev/profile/${id}/resume.pdf`])
      expect(await visitor.get(path)).toMatchObject(errorResponse(404, 'Profile not found'));
    const page = await site.app.inject({ url: `/dev/profile/${id}/resume`, headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(404);
    expect(page.payload).toContain('<h1>Profile not found</h1>');
    // Both responses share a URL, and either may change.
    const problem = await site.app.inject({ url: `/dev/profile/${id}/resume` });
    for (const { headers } of [page, problem]) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.vary).toMatch(/\baccept\b(?!-)/);
    }
  });

  test('returns 404 for a member without a profile', async () => {
    const { _id } = await createMember(site, 'Newcomer');
    expect(await visitor.get(`/dev/profile/${_id}/resume`)).toMatchObject(errorResponse(404, 'Profile not found'));
  });
});

/* The properties of https://schema.org/TestMember that a résumé uses, with their types. */
const text = { type: 'string', minLength: 1 };
const url = { type: 'string', pattern: '^https?://' };
const list = (items: object) => ({ type: 'array', items, minItems: 1 });
const typed = (type: string, properties: object, required: string[] = ['name']) => ({
  type: 'object',
  properties: { '@type': { const: type }, ...properties },
  required: ['@type', ...required],
  additionalProperties: false,
});
const personShape = {
  type: 'object',
  properties: {
    '@context': { const: 'https://schema.org' },
    '@type': { const: 'Person' },
    name: text,
    jobTitle: text,
    description: text,
    image: url,
    url,
    email: text,
    telephone: list(text),
    address: typed(
      'PostalAddress',
      { addressLocality: text, addressRegion: text, addressCountry: { type: 'string', pattern: '^[A-Z]{2}$' } },
      [],
    ),
    sameAs: list(url),
    worksFor: list(typed('Organization', { name: text, url })),
    alumniOf: list(typed('EducationalOrganization', { name: text, url })),
    hasCredential: list(
      typed('EducationalOccupationalCredential', {
        name: text,
        url,
        dateCreated: { type: 'string', pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' },
        recognizedBy: typed('Organization', { name: text }),
      }),
    ),
    knowsAbout: list(text),
    knowsLanguage: list(typed('Language', { name: text })),
  },
  required: ['@context', '@type', 'name', 'url'],
  additionalProperties: false,
};
