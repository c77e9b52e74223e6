import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '../../src/errors.ts';
import { published, type Resume } from '../../src/resume/document.ts';
import { outline } from '../../src/resume/outline.ts';
import { openPress } from '../../src/resume/pdf/press.ts';
import { readResume } from '../../src/resume/read.ts';

const press = openPress();
afterAll(() => press.close());
const url = 'https://ada.example/';
const print = (resume: Resume) => press.print({ resume, url });

const open = async (pdf: Uint8Array): Promise<PDFDocumentProxy> => getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;

/** The text of all pages as it would be copied, with single spaces. */
async function textOf(document: PDFDocumentProxy): Promise<string> {
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    }),
  );
  return pages.join(' ').replace(/\s+/g, ' ');
}

async function linksOf(document: PDFDocumentProxy): Promise<string[]> {
  const annotations = await (await document.getPage(1)).getAnnotations();
  return annotations.filter(({ subtype }) => subtype === 'Link').map(({ url }) => url);
}

describe('of the résumé that ships', () => {
  let resume: Resume;
  let document: PDFDocumentProxy;
  let text: string;
  beforeAll(async () => {
    resume = published(await readResume(), { origin: 'https://site.example', contact: true });
    document = await open(await print(resume));
    text = await textOf(document);
  });

  test('there are two pages at most', () => {
    expect(document.numPages).toBeLessThanOrEqual(2);
  });

  test('every section is there, in the order of the page, with all that it says', () => {
    const said = outline(resume).flatMap(({ title, text, entries = [], groups = [] }) => [
      title,
      ...(text ? [text] : []),
      ...entries.flatMap((entry) => [entry.title, ...(entry.at ? [entry.at] : []), ...(entry.text ? [entry.text] : []), ...entry.points]),
      ...groups.flatMap(({ name, words }) => [name, ...words]),
    ]);
    expect(said.length).toBeGreaterThan(40);
    let from = 0;
    for (const words of said) {
      const at = text.indexOf(words, from);
      expect(at, `"${words}" after "${text.slice(Math.max(0, from - 40), from)}" in ${text}`).toBeGreaterThanOrEqual(from);
      from = at + words.length;
    }
  });

  test('dates are shown as months, and what goes on as present', () => {
    for (const dates of ['Jan 2017 – present', 'Apr 2010 – Dec 2016', 'Nov 2006 – Mar 2010']) expect(text).toContain(dates);
  });

  test('it says what it is: title, author, language, and an outline of its sections', async () => {
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Tamsin Orrery, résumé', Author: 'Tamsin Orrery', Language: 'en' });
    expect((await document.getOutline()).map(({ title }) => title)).toEqual(outline(resume).map(({ title }) => title));
  });

  test('links lead where they say', async () => {
    const links = await linksOf(document);
    for (const link of [
      'mailto:hello@tamsin-orrery.example',
      'tel:+15035550142',
      'https://site.example/dev',
      'https://site.example/dev/formatter',
    ])
      expect(links).toContain(link);
    expect(links.filter((link) => link === 'https://code.example/tamsin-orrery/dev-connector')).toHaveLength(2);
  });
});

test.for([
  'Zażółć Gęśląjaźń',
  'Ольга Ковалёва',
  'Ἀθηνᾶ Παπαδοπούλου',
  'Nguyễn Thị Hương',
  '山田太郎',
  '王小明',
  '김철수',
  'สมชาย ใจดี',
  'தமிழ்',
  'O’Connor – Łukasz',
  'Ada 🚀 Lowenthal',
])('the name %s stays what it is', async (name) => {
  expect(await textOf(await open(await print({ basics: { name } })))).toContain(name);
});

test.for(['محمد علي', 'יוסי כהן', 'अनिता शर्मा'])('the name %s is drawn, every character from a font that has it', async (name) => {
  const document = await open(await print({ basics: { name } }));
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const glyphs = fnArray
    .flatMap((_, index) => argsArray[index] ?? [])
    .flat()
    .filter((glyph) => typeof glyph?.fontChar === 'string');
  expect(glyphs.length).toBeGreaterThan(3);
  expect(glyphs.filter(({ originalCharCode }) => originalCharCode === 0)).toEqual([]);
});

test('words that are longer than a line, and text without spaces, stay on the page', async () => {
  const document = await open(
    await print({
      basics: { name: 'W'.repeat(120), summary: `${'x'.repeat(400)} ${'漢字'.repeat(300)} https://a.example/${'y/'.repeat(200)}` },
    }),
  );
  const page = await document.getPage(1);
  const { width } = page.getViewport({ scale: 1 });
  for (const item of (await page.getTextContent()).items)
    if ('str' in item) expect(item.transform[4] + item.width).toBeLessThan(width - 20);
});

test('paper letter in North America, A4 elsewhere', async () => {
  const heightIn = async (countryCode: string) => {
    const page = await (await open(await print({ basics: { name: 'Ada', location: { countryCode } } }))).getPage(1);
    return Math.round(page.getViewport({ scale: 1 }).height);
  };
  expect([await heightIn('US'), await heightIn('DE')]).toEqual([792, 842]);
});

test('what is missing leaves no heading', async () => {
  expect(
    await textOf(await open(await print({ basics: { name: 'Ada' }, work: [], skills: [{}], education: [{ institution: ' ' }] }))),
  ).toBe('Ada');
});

test('what is too long for paper is shortened, and says where it is in full', async () => {
  const summary = 'some words '.repeat(900);
  const work = Array.from({ length: 100 }, (_, at) => ({ name: `Employer ${at}`, position: 'Engineer', startDate: '2001', summary }));
  const document = await open(await print({ basics: { name: 'Ada', summary }, work }));
  expect(document.numPages).toBeLessThan(20);
  expect(await textOf(document)).toMatch(/Shortened for paper; in full at ada\.example/);
});

test('one content is made once, also when many ask at the same time', async () => {
  const [first, second] = await Promise.all([print({ basics: { name: 'Once' } }), print({ basics: { name: 'Once' } })]);
  expect(second).toBe(first);
  expect(await print({ basics: { name: 'Once' } })).toBe(first);
});

test('of too many at once the last are told to come again, and those before are served', async () => {
  const busy = openPress({ kept: 8, waiting: 2, time: 20_000 });
  const prints = await Promise.allSettled(['A', 'B', 'C', 'D', 'E'].map((name) => busy.print({ resume: { basics: { name } }, url })));
  expect(prints.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(prints.flatMap((print) => (print.status === 'rejected' ? [(print.reason as Failure).status] : []))).toEqual([503, 503]);
  await busy.close();
});

test('one that takes too long is given up, and the next one is made', async () => {
  const hasty = openPress({ kept: 8, waiting: 2, time: 1 });
  await expect(hasty.print({ resume: { basics: { name: 'Ada' } }, url })).rejects.toThrow(Failure);
  await hasty.close();
  expect(await print({ basics: { name: 'After' } })).toBeInstanceOf(Uint8Array);
});
