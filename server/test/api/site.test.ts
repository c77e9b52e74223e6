import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { makeCommunity } from '../../src/demo/community.ts';
import { insertCommunity } from '../../src/demo/insert-community.ts';
import { changeStored } from '../../src/features/site/store.ts';
import { openDb } from '../../src/platform/db/open.ts';
import { clientOf } from '../client.ts';
import { saveProfile, signUp } from '../members.ts';
import { countPerIteration, recordedSite } from '../recording-db.ts';
import { createDatabase, openSite } from '../site.ts';
import { openSiteWithIdentity, pixel } from '../site-with-identity.ts';

const unnamed = await openSite();
const named = await openSiteWithIdentity({ name: 'Rust Bern', tagline: 'Rust, together', about: 'We meet.' }, { logo: pixel });
const [visitor, guest] = [clientOf(unnamed), clientOf(named)];

describe('a site without settings', () => {
  test('has the default name, tagline and icons', async () => {
    expect((await visitor.get('/api/site')).body).toEqual({
      name: 'Dev Connector Demo',
      tagline: 'Create a developer profile/portfolio, share posts and get help from other developers',
      members: 0,
    });
    const { status, headers, raw } = await visitor.get('/manifest.webmanifest');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/manifest+json; charset=utf-8' });
    expect(JSON.parse(raw)).toMatchObject({ name: 'Dev Connector Demo', start_url: '/dev', icons: expect.any(Array) });
    expect((await visitor.get('/api/docs')).raw).toContain('<title>Dev Connector API</title>');
    expect((await visitor.get('/logo')).status).toBe(404);
  });

  test('shows the résumé at / and redirects /resume to it', async () => {
    const { status, raw } = await visitor.get('/');
    expect({ status, raw }).toEqual({ status: 200, raw: expect.stringContaining('<title>Welcome to my Profile</title>') });
    expect(await visitor.get('/resume')).toMatchObject({ status: 302, headers: { location: '/' } });
  });

  test('counts members but not deleted accounts', async () => {
    await signUp(unnamed, 'Ada');
    const ben = await signUp(unnamed, 'Ben');
    await ben.delete('/api/profile');
    expect((await visitor.get('/api/site')).body.members).toBe(1);
  });
});

describe('a site with a name', () => {
  test('shows it in the API, its reference, the manifest and the title of an error', async () => {
    expect((await guest.get('/api/site')).body).toMatchObject({ name: 'Rust Bern', tagline: 'Rust, together' });
    expect((await guest.get('/api/openapi.json')).body.info.title).toBe('Rust Bern');
    expect((await guest.get('/api/docs')).raw).toContain('<title>Rust Bern API</title>');
    expect(JSON.parse((await guest.get('/manifest.webmanifest')).raw)).toMatchObject({
      name: 'Rust Bern',
      description: 'Rust, together',
      icons: [{ src: expect.stringMatching(/^\/logo\?v=/), type: 'image/png' }],
    });
    const missing = await named.app.inject({ url: '/dev/profile/none/resume', headers: { accept: 'text/html' } });
    expect(missing.body).toContain('<title>Profile not found · Rust Bern</title>');
  });

  test('serves its logo with an ETag, and forever at the address that pages use', async () => {
    const { headers, statusCode, rawPayload } = await named.app.inject('/logo');
    expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'image/png' });
    expect(rawPayload.equals(pixel.bytes)).toBe(true);
    expect(headers['cache-control']).toBe('no-cache');
    expect((await guest.get('/logo', { 'if-none-match': String(headers.etag) })).status).toBe(304);
    const [{ src }] = JSON.parse((await guest.get('/manifest.webmanifest')).raw).icons;
    expect((await named.app.inject(src)).headers['cache-control']).toContain('immutable');
  });

  test('shows a change in every process within seconds', async () => {
    const database = await createDatabase();
    const processes = [clientOf(await openSite(database)), clientOf(await openSite(database))];
    const names = () => Promise.all(processes.map(async (process) => (await process.get('/api/site')).body.name));
    const db = await openDb(database);
    for (const name of ['First', 'Second']) {
      await changeStored(db, () => ({ identity: { name } }));
      await expect.poll(names).toEqual([name, name]);
    }
    await db.close();
  });

  test('has its defaults while the stored identity is not valid', async () => {
    const database = await createDatabase();
    const db = await openDb(database);
    await db.run`insert into site (id, version, identity) values ('site', 1, ${JSON.stringify({ name: 'x'.repeat(limits.siteName + 1) })})`;
    await db.close();
    expect((await clientOf(await openSite(database)).get('/api/site')).body.name).toBe('Dev Connector Demo');
  });
});

describe('a site whose / shows the community', () => {
  test('redirects / to the community and serves the résumé at /resume', async () => {
    const site = await openSiteWithIdentity({ home: 'community' }, { resumeContact: 'asked', publicUrl: 'https://dev.example' });
    const client = clientOf(site);
    expect(await client.get('/')).toMatchObject({ status: 302, headers: { location: '/dev', 'cache-control': 'no-cache' } });
    const { status, raw } = await client.get('/resume');
    expect(status).toBe(200);
    expect(raw).toContain('<link rel="canonical" href="https://dev.example/resume">');
    expect(raw).toContain('<form method="post" action="/resume#contact">');
    const form = { method: 'POST', url: '/resume', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const;
    expect((await site.app.inject(form)).body).toContain('mailto:');
    for (const path of ['/resume.json', '/resume.pdf']) expect((await client.get(path)).status, path).toBe(200);
    expect((await client.get('/sitemap.xml')).raw).toContain('<loc>https://dev.example/resume</loc>');
  });
});

describe('robots', () => {
  test('find the sitemap at the public URL, or at the origin of the request', async () => {
    const published = clientOf(await openSite({ publicUrl: 'https://dev.example' }));
    for (const [client, origin] of [
      [published, 'https://dev.example'],
      [visitor, 'http://by-request.example'],
    ] as const) {
      const headers = { host: 'by-request.example' };
      const robots = await client.get('/robots.txt', headers);
      expect(robots).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
      expect(robots.raw).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`);
      const sitemap = await client.get('/sitemap.xml', headers);
      expect(sitemap).toMatchObject({ status: 200, headers: { 'content-type': 'application/xml; charset=utf-8' } });
      expect(locations(sitemap.raw).slice(0, 5)).toEqual(
        ['/', '/dev', '/dev/explore', '/dev/profiles', '/dev/formatter'].map((path) => origin + path),
      );
    }
  });

  test('find the profiles and the pages of the site, but not members without a profile', async () => {
    const ada = await signUp(named, 'Ada');
    await saveProfile(ada);
    const ben = await signUp(named, 'Ben');
    const { raw } = await guest.get('/sitemap.xml');
    const paths = locations(raw).map((url) => new URL(url).pathname);
    expect(paths).toContain('/dev/about');
    expect(paths).not.toContain('/dev/rules');
    for (const member of [ada, ben]) await member.patch('/api/account', { handle: `Handle-of-${member.name}` });
    const addresses = locations((await guest.get('/sitemap.xml')).raw).map((url) => new URL(url).pathname);
    expect(paths).toContain('/dev/@ada');
    expect(addresses).toContain('/dev/@Handle-of-Ada');
    expect(addresses.join()).not.toContain('Handle-of-Ben');
  });

  test('find all profiles of a large site in files of less than 1 MB', async () => {
    const origin = `https://${'long.'.repeat(48)}example`;
    const site = await openSite({ publicUrl: origin });
    await insertCommunity(site.db, makeCommunity({ members: 2_800, posts: 0, seed: 1 }));
    const { counts, record } = countPerIteration('offset');
    const client = clientOf(await recordedSite(site, record));
    const { raw: index } = await client.get('/sitemap.xml');
    expect(counts).toEqual([1, 1, 1, 1]); // other requests run in between
    expect((await client.get('/sitemap.xml')).raw).toBe(index);
    expect(counts).toHaveLength(4); // cached
    const files = locations(index);
    expect(files[0]).toBe(`${origin}/sitemap/pages.xml`);
    expect(files.length).toBe(3);
    const found: string[] = [];
    for (const file of files) {
      const { status, raw } = await client.get(file.slice(origin.length));
      expect(status).toBe(200);
      expect(Buffer.byteLength(raw)).toBeLessThan(1_000_000);
      found.push(...locations(raw).filter((url) => url.includes('/dev/@')));
    }
    const profiles = await site.db.all<{
      handle: string;
    }>`select u.handle from profiles p join users u on u.id = p.user_id order by p.user_id`;
    expect(found).toEqual(profiles.map(({ handle }) => `${origin}/dev/@${handle}`));
    for (const path of ['/sitemap/none.xml', '/sitemap/pages', '/sitemap/..%2f']) expect((await client.get(path)).status, path).toBe(404);
  });

  test('find all public posts of a large site in files of less than 1 MB, and none for members', async () => {
    const origin = `https://${'long.'.repeat(48)}example`;
    const site = await openSite({ publicUrl: origin });
    await insertCommunity(site.db, makeCommunity({ members: 5, posts: 1_600, seed: 1 }));
    await site.db.run`update posts set title = ${'漢'.repeat(59)}`;
    const [{ id: last = '' } = {}] = await site.db.all<{ id: string }>`select id from posts order by id desc limit 1`;
    await site.db.run`update posts set visibility = 'public' where id <> ${last}`;
    const client = clientOf(site);
    const files = locations((await client.get('/sitemap.xml')).raw).filter((url) => url.includes('posts-'));
    expect(files).toHaveLength(2);
    const found: string[] = [];
    for (const file of files) {
      const { raw } = await client.get(file.slice(origin.length));
      expect(Buffer.byteLength(raw)).toBeLessThan(1_000_000);
      found.push(...locations(raw));
    }
    const posts = await site.db.all<{ id: string }>`select id from posts where visibility = 'public' order by id`;
    expect(found).toEqual(posts.map(({ id }) => `${origin}/dev/posts/${id}/${encodeURIComponent('漢'.repeat(59))}`));
  });
});

const locations = (xml: string) => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => url);

describe('security.txt', () => {
  test('has the contacts and expires within a year', async () => {
    const client = clientOf(
      await openSite({ securityContact: ['mailto:safe@dev.example', 'https://dev.example/report'], publicUrl: 'https://dev.example' }),
    );
    const { status, headers, raw } = await client.get('/.well-known/security.txt');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' });
    const [, expires = ''] = /^Expires: (.+)$/m.exec(raw) ?? [];
    expect(raw).toBe(
      `Contact: mailto:safe@dev.example\nContact: https://dev.example/report\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: https://dev.example/.well-known/security.txt\n`,
    );
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  test('returns 404 without a contact, and omits its own address without PUBLIC_URL', async () => {
    expect((await visitor.get('/.well-known/security.txt')).status).toBe(404);
    const client = clientOf(await openSite({ securityContact: ['tel:+41310000000'] }));
    expect((await client.get('/.well-known/security.txt')).raw).toMatch(
      /^Contact: tel:\+41310000000\nExpires: .+\nPreferred-Languages: en\n$/,
    );
  });
});
