import type { Resume } from '@dev-connector/contract';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readResumeFile } from '../../src/features/resume/file.ts';
import { outline } from '../../src/features/resume/outline.ts';
import { abridged } from '../../src/features/resume/pdf/abridge.ts';
import { openPdfs } from '../../src/features/resume/pdf/workers.ts';
import { publicResume } from '../../src/features/resume/public-resume.ts';
import { pdfCache } from '../../src/features/resume/resume-cache.ts';
import { Failure } from '../../src/platform/errors.ts';
import { client, openQueue, taskTime } from '../queue-fixtures.ts';

const pdfs = openPdfs(openQueue(), pdfCache(), taskTime);
afterAll(() => pdfs.close());
const url = 'https://ada.example/';
const print = (resume: Resume, site?: string) => pdfs.run({ resume, url, site }, client);

const open = async (pdf: Uint8Array): Promise<PDFDocumentProxy> => getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;

/** The text of all pages, with white space collapsed. */
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

describe('the PDF of the default résumé', () => {
  let resume: Resume;
  let document: PDFDocumentProxy;
  let text: string;
  beforeAll(async () => {
    resume = publicResume(await readResumeFile(), { origin: 'https://site.example', contact: true });
    document = await open(await print(resume));
    text = await textOf(document);
  });

  test('has at most two pages', () => {
    expect(document.numPages).toBeLessThanOrEqual(2);
  });

  test('contains the text of every section in the order of the page', () => {
    const expected = outline(resume).flatMap(({ title, text, entries = [], groups = [] }) => [
      title,
      ...(text ? [text] : []),
      ...entries.flatMap((entry) => [
        entry.title,
        ...(entry.organization ? [entry.organization] : []),
        ...(entry.text ? [entry.text] : []),
        ...entry.highlights,
      ]),
      ...groups.flatMap(({ name, keywords }) => [name, ...keywords]),
    ]);
    expect(expected.length).toBeGreaterThan(40);
    let from = 0;
    for (const part of expected) {
      const at = text.indexOf(part, from);
      expect(at, `"${part}" after "${text.slice(Math.max(0, from - 40), from)}" in ${text}`).toBeGreaterThanOrEqual(from);
      from = at + part.length;
    }
  });

  test('shows dates as months, and current entries as present', () => {
    for (const dates of ['Jan 2017 – present', 'Apr 2010 – Dec 2016', 'Nov 2006 – Mar 2010']) expect(text).toContain(dates);
  });

  test('has a title, an author, a language and an outline', async () => {
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Tamsin Orrery, résumé', Author: 'Tamsin Orrery', Language: 'en' });
    expect((await document.getOutline()).map(({ title }) => title)).toEqual(outline(resume).map(({ title }) => title));
  });

  test('contains the links of the résumé', async () => {
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
])('the text contains the name %s', async (name) => {
  expect(await textOf(await open(await print({ basics: { name } })))).toContain(name);
});

test.for(['محمد علي', 'יוסי כהן', 'अनिता शर्मा'])('draws every character of the name %s with a font that has it', async (name) => {
  const document = await open(await print({ basics: { name } }));
  const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList();
  const glyphs = fnArray
    .flatMap((_, index) => argsArray[index] ?? [])
    .flat()
    .filter((glyph) => typeof glyph?.fontChar === 'string');
  expect(glyphs.length).toBeGreaterThan(3);
  expect(glyphs.filter(({ originalCharCode }) => originalCharCode === 0)).toEqual([]);
});

describe('a résumé in Arabic', () => {
  const name = 'ضياء فيضي';
  const summary = 'أعمل في شركة ضخمة وأكتب TypeScript و Node.js منذ ٢٠١٥. Works with عمر every day '.repeat(3);
  let items: Array<{ text: string; left: number; right: number; y: number }>;
  let pageWidth: number;
  beforeAll(async () => {
    const basics = { name, label: 'Engineer', email: 'a@b.example', location: { city: name }, summary };
    const document = await open(await print({ basics }));
    const page = await document.getPage(1);
    pageWidth = page.getViewport({ scale: 1 }).width;
    items = (await page.getTextContent()).items.flatMap((item) =>
      'str' in item && item.str.trim()
        ? [{ text: item.str, left: item.transform[4], right: item.transform[4] + item.width, y: item.transform[5] }]
        : [],
    );
  });

  test('has every letter of the name', () => {
    expect(items.some(({ text }) => text.includes('ضياء'))).toBe(true);
  });

  test('has lines that end within the margin', () => {
    expect(Math.max(...items.map(({ right }) => right))).toBeLessThan(pageWidth - 45);
  });

  test('has room for the letters of the name above the next line', () => {
    const [nameLine = 0, labelLine = 0] = [name.slice(0, 4), 'Engineer'].map((start) => items.find(({ text }) => text.includes(start))?.y);
    const fontSizes = { name: 23, label: 12 };
    expect(nameLine - labelLine).toBeGreaterThan(0.45 * fontSizes.name + 0.7 * fontSizes.label);
  });

  test('has the same baseline as Latin text next to it', () => {
    const email = items.find(({ text }) => text === 'a@b.example');
    expect(items.filter(({ y }) => email && Math.abs(y - email.y) < 0.01).map(({ text }) => text)).toContain('ضياء');
  });
});

test('the footer has the name of the site if it has one', async () => {
  const resume = { basics: { name: 'Ada' } };
  expect(await textOf(await open(await print(resume, 'Rust Bern 部')))).toContain('Rust Bern 部');
  expect(await textOf(await open(await print(resume)))).toBe('Ada');
});

test('keeps long words and text without spaces within the page', async () => {
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

test('uses Letter paper in North America and A4 elsewhere', async () => {
  const heightIn = async (countryCode: string) => {
    const page = await (await open(await print({ basics: { name: 'Ada', location: { countryCode } } }))).getPage(1);
    return Math.round(page.getViewport({ scale: 1 }).height);
  };
  expect([await heightIn('US'), await heightIn('DE')]).toEqual([792, 842]);
});

test('omits headings of empty sections', async () => {
  expect(
    await textOf(await open(await print({ basics: { name: 'Ada' }, work: [], skills: [{}], education: [{ institution: ' ' }] }))),
  ).toBe('Ada');
});

test('shortens a long résumé and links to the full version', async () => {
  const summary = 'some words '.repeat(900);
  const work = Array.from({ length: 100 }, (_, at) => ({ name: `Employer ${at}`, position: 'Engineer', startDate: '2001', summary }));
  const document = await open(await print({ basics: { name: 'Ada', summary }, work }));
  expect(document.numPages).toBeLessThan(20);
  expect(await textOf(document)).toMatch(/Shortened for print\. Full version: ada\.example/);
});

test('renders the same content only once, even for concurrent requests', async () => {
  const [first, second] = await Promise.all([print({ basics: { name: 'Once' } }), print({ basics: { name: 'Once' } })]);
  expect(second).toBe(first);
  expect(await print({ basics: { name: 'Once' } })).toBe(first);
});

test('returns 503 if a PDF is not ready in time, and caches it for the next request', async () => {
  const slow = openPdfs(openQueue({ wait: 0 }), pdfCache(), taskTime);
  const late = { resume: { basics: { name: 'Late' } }, url };
  await expect(slow.run(late, client)).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  await expect.poll(() => slow.run(late, client).catch(() => undefined), { timeout: 30_000 }).toBeInstanceOf(Uint8Array);
  await slow.close();
});

test('aborts a PDF that exceeds its limit of time and renders the next one', async () => {
  const limited = openPdfs(openQueue(), pdfCache(), { cpu: 60_000, wall: 1 });
  const long = { basics: { name: 'Ada', summary: 'some words '.repeat(900) } };
  await expect(limited.run({ resume: long, url }, client)).rejects.toThrow(Failure);
  await limited.close();
  expect(await print({ basics: { name: 'After' } })).toBeInstanceOf(Uint8Array);
});

/** A résumé with a hundred entries that contain this text. */
const entriesOf = (text: string, name = 'Ada'): Resume => ({
  basics: { name, summary: text },
  work: Array.from({ length: 100 }, (_, at) => ({ name: `Employer ${at}`, position: 'P', startDate: '2001', summary: text })),
});

describe('a hostile résumé', () => {
  test.for<[string, Resume]>([
    ['line breaks', entriesOf('x\n'.repeat(4000))],
    ['blank lines', { basics: { name: 'Ada', summary: `x${'\n'.repeat(40_000)}y` } }],
    ['wide letters', entriesOf('W'.repeat(10_000))],
    ['ideographs', entriesOf('漢字'.repeat(5_000))],
    ['points', { basics: { name: 'Ada' }, work: [{ name: 'N', position: 'P', highlights: Array<string>(5_000).fill('x') }] }],
    [
      'links',
      {
        basics: { name: 'Ada', profiles: Array.from({ length: 500 }, (_, at) => ({ url: `https://e.example/${at}/${'y'.repeat(400)}` })) },
      },
    ],
  ])('with many %s has at most 60 pages', async ([, resume]) => {
    const document = await open(await pdfsOfLarge.run({ resume, url }, client));
    expect(document.numPages).toBeLessThanOrEqual(60);
  });

  test('that was shortened links to the full version on its last page', async () => {
    const document = await open(await pdfsOfLarge.run({ resume: entriesOf('x\n'.repeat(4000)), url }, client));
    const { items } = await (await document.getPage(document.numPages)).getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('Shortened for print. Full version: ada.example');
  });

  test('that takes too long is shortened further', async () => {
    const [first, second] = [abridged(outline(entriesOf('x '.repeat(4000)))), abridged(outline(entriesOf('x '.repeat(4000))), 0.15)];
    const size = ({ sections }: typeof first) => JSON.stringify(sections).length;
    expect([first.cut, second.cut]).toEqual([true, true]);
    expect(size(second)).toBeLessThan(size(first) / 4);
  });
});

const pdfsOfLarge = openPdfs(openQueue(), pdfCache(), taskTime);
afterAll(() => pdfsOfLarge.close());

test.for<[string, string, string]>([
  ['XML markup', 'Ada </rdf:li><b a="1"> & Co', 'Ada </rdf:li><b a="1"> & Co'],
  ['an entity', 'Ada &lt; &#0;', 'Ada &lt; &#0;'],
  ['control characters', 'Ada\u0001\u001b[31m\u0085\tKing\n', 'Ada [31m King'],
  ['a lone surrogate', 'Ada\ud800', 'Ada\ufffd'],
  ['noncharacters', 'Ada\ufffeK', 'Ada K'],
  ['a right-to-left script', 'محمد علي', 'محمد علي'],
  ['emoji', 'Ada 🚀👩‍👩‍👧', 'Ada 🚀👩‍👩‍👧'],
  ['too many characters', 'x'.repeat(5000), `${'x'.repeat(200)}…`],
])('a name with %s leaves the metadata valid', async ([, name, shown]) => {
  const document = await open(await print({ basics: { name, label: name } }));
  const { info, metadata } = await document.getMetadata();
  expect(info).toMatchObject({ Author: shown, Subject: shown });
  expect(metadata?.get('dc:creator')).toEqual([shown]);
  expect(metadata?.get('dc:description')).toBe(shown);
  const xml = metadata?.getRaw() as unknown as string;
  const plain = (await (await open(await print({ basics: { name: 'Ada' } }))).getMetadata()).metadata?.getRaw() as unknown as string;
  const tagsOf = (text: string) => text.match(/<[^>]*>/g);
  expect(tagsOf(xml)).toEqual(tagsOf(plain));
  expect(xml.replace(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/&|[\p{Cc}--[\t\n\r]]|\p{Noncharacter_Code_Point}/v);
});
