import type { Resume } from '@dev-connector/contract';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, expect, test } from 'vitest';
import { leavesOf } from '../../src/features/resume/import/leaves.ts';
import { resumePage } from '../../src/features/resume/page/page.ts';
import { openPdfs } from '../../src/features/resume/pdf/workers.ts';
import { publicResume } from '../../src/features/resume/public-resume.ts';
import { pdfCache } from '../../src/features/resume/resume-cache.ts';
import { readResumeText } from '../../src/features/resume/validate.ts';
import { client, openQueue, taskTime } from '../queue-fixtures.ts';
import { completeResumes, valueAt } from '../resumes.ts';

/*
 * Page and PDF show every value of a résumé, in each version of the schema.
 */

const pdfs = openPdfs(openQueue(), pdfCache(), taskTime);
afterAll(() => pdfs.close());

/** Values that describe the file, are never published, are a link's target, or are shown in another form. */
const elsewhere = /^(\$schema|meta)|\.(address|postalCode|countryCode|image|picture|url|website|startDate|endDate|date|releaseDate)$/;

/** Returns the values of a file that should be visible as they are, by paragraph. */
const visible = (file: object): string[] =>
  leavesOf(file)
    .filter((place) => !elsewhere.test(place))
    .flatMap((place) => String(valueAt(file, place)).split('\n\n'));

async function textOfPdf(resume: Resume): Promise<{ text: string; links: string[] }> {
  const data = new Uint8Array(await pdfs.run({ resume, url: 'https://ada.example/' }, client));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
  const contents = await Promise.all(pages.map((page) => page.getTextContent()));
  const annotations = await Promise.all(pages.map((page) => page.getAnnotations()));
  return {
    text: contents.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))).join(''),
    links: annotations.flat().flatMap(({ url }) => url ?? []),
  };
}

const plain = (text: string) => text.replace(/\s+/g, ' ');

test.for(Object.entries(completeResumes))('the page and the PDF of a résumé of version %s show every value', async ([, file]) => {
  const { resume, invalid, unknown } = await readResumeText(JSON.stringify(file), 'publish');
  expect({ invalid, unknown }).toEqual({ invalid: [], unknown: [] });
  const published = publicResume(resume, { origin: 'https://ada.example', contact: true });
  const html = resumePage(published, {
    title: 'T',
    url: 'https://ada.example/',
    pdf: '/p',
    json: '/j',
    picture: '/x',
    theme: 'modern',
    today: '2026-11-27',
  });
  const body = plain(
    html
      .slice(html.indexOf('<body>'))
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  );
  const pdf = await textOfPdf(published);
  const text = plain(pdf.text);
  for (const value of visible(file)) {
    expect(body, `${value} on the page`).toContain(value);
    expect(text, `${value} in the PDF`).toContain(value);
  }
  for (const date of ['Mar 2015', 'Jun 2018', '2011 – 2014', 'Nov 2016', 'United Kingdom']) {
    expect(body).toContain(date);
    expect(text).toContain(date);
  }
  for (const address of JSON.stringify(file).match(/https:\/\/[a-z.]+\.example[^"]*/g) ?? []) {
    if (/schema|pictures/.test(address)) continue;
    expect(html).toContain(`href="${address}"`);
    expect(
      pdf.links.some((link) => link.startsWith(address)),
      `${address} in ${pdf.links}`,
    ).toBe(true);
  }
});

test.for<[string, Resume, string]>([
  ['only dates', { work: [{ startDate: '2015', endDate: '2016' }] }, '2015 – 2016'],
  ['only a place', { work: [{ location: 'Leeds' }] }, 'Leeds'],
  ['only an address', { work: [{ url: 'https://acme.example/' }] }, 'acme.example'],
  ['a position and an address', { work: [{ position: 'P', url: 'https://acme.example/' }] }, 'acme.example'],
  ['a certificate without a name', { certificates: [{ url: 'https://cert.example/1' }] }, 'cert.example/1'],
  ['only a role', { projects: [{ roles: ['Lead'] }] }, 'Lead'],
  ['only a type', { projects: [{ type: 'application' }] }, 'application'],
  ['a country that is not a code', { basics: { location: { countryCode: 'Scotland' } } }, 'Scotland'],
  ['a profile without an address', { basics: { profiles: [{ network: 'Mastodon', username: '@ada' }] } }, 'Mastodon · @ada'],
])('page and PDF show an entry with %s', async ([, fields, text]) => {
  const resume = { ...fields, basics: { name: 'Ada', ...fields.basics } };
  const html = resumePage(resume, {
    title: 'T',
    url: 'https://ada.example/',
    pdf: '/p',
    json: '/j',
    picture: '/x',
    theme: 'modern',
    today: '2026-11-27',
  });
  expect(plain(html.slice(html.indexOf('<body>')).replace(/<[^>]+>/g, ''))).toContain(text);
  expect(plain((await textOfPdf(resume)).text)).toContain(text);
});
