import type { Resume } from '@dev-connector/contract';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { directionOf, languageOf } from '../../src/features/resume/language.ts';
import { resumePage } from '../../src/features/resume/page/page.ts';
import { markBreaks } from '../../src/features/resume/pdf/line-breaks.ts';
import { openPdfs } from '../../src/features/resume/pdf/workers.ts';
import { pdfCache } from '../../src/features/resume/resume-cache.ts';
import { client, openQueue, taskTime } from '../queue-fixtures.ts';

const pdfs = openPdfs(openQueue(), pdfCache(), taskTime);
afterAll(() => pdfs.close());

interface Item {
  text: string;
  left: number;
  right: number;
  y: number;
}

/** Renders a PDF and returns the pieces of text on its first page with their positions. */
async function print(resume: Resume): Promise<{ items: Item[]; width: number; language: unknown }> {
  const data = new Uint8Array(await pdfs.run({ resume, url: 'https://ada.example/' }, client));
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, index) => document.getPage(index + 1)));
  const items: Item[] = [];
  for (const [index, page] of pages.entries())
    for (const item of (await page.getTextContent()).items)
      if ('str' in item && item.str.trim()) {
        const [left, y] = [item.transform[4], Math.round(item.transform[5]) - 1000 * index];
        items.push({ text: item.str.trim(), left, right: left + item.width, y });
      }
  const { width = 0 } = pages[0]?.getViewport({ scale: 1 }) ?? {};
  return { items, width, language: ((await document.getMetadata()).info as { Language: string }).Language };
}

/** Each line as it is seen: its pieces of text from left to right, without bullets. */
const linesOf = (items: Item[]) =>
  [...Map.groupBy(items, ({ y }) => y).values()].map((line) =>
    line
      .filter(({ text }) => text !== '•')
      .toSorted((one, other) => one.left - other.left)
      .map(({ text }) => text),
  );

const page = (resume: Resume) =>
  resumePage(resume, {
    title: 'Résumé',
    url: 'https://ada.example/',
    pdf: '/resume.pdf',
    json: '/resume.json',
    picture: 'https://ada.example/resume.png',
    theme: 'modern',
    today: '2026-11-27',
  });

test('the directions of label and company are independent of each other', () => {
  const basics = {
    name: '\u05e0\u05d5\u05e2\u05d4',
    label: '\u05de\u05e4\u05ea\u05d7\u05ea Full Stack',
    'x-company': 'Acme Ltd. (\u05d9\u05e9\u05e8\u05d0\u05dc)',
  };
  expect(page({ basics, meta: { language: 'he' } })).toContain(`<bdi>${basics.label}</bdi> at <bdi>${basics['x-company']}</bdi></p>`);
});

const summaries: Array<[tag: string, direction: string, summary: string]> = [
  ['ar', 'rtl', 'أعمل مهندس برمجيات وأكتب TypeScript و Node.js كل يوم.'],
  ['fa', 'rtl', 'من برنامه‌نویس هستم و با TypeScript کار می‌کنم.'],
  ['ur', 'rtl', 'میں ایک سافٹ ویئر انجینئر ہوں اور ٹیم کے ساتھ کام کرتا ہوں۔'],
  ['he', 'rtl', 'אני מהנדס תוכנה ב-Acme וכותב TypeScript ו-Node.js.'],
  ['ja', 'ltr', 'TypeScriptとNode.jsでサービスを開発しています。'],
  ['zh-Hans', 'ltr', '我是一名软件工程师，使用 TypeScript 开发。'],
  ['zh-Hant', 'ltr', '我是一名軟體工程師，負責設計與開發。'],
  ['ko', 'ltr', '저는 TypeScript를 쓰는 개발자입니다.'],
  ['ru', 'ltr', 'Я пишу на TypeScript и читаю книги, которые мне советуют коллеги.'],
  ['uk', 'ltr', 'Я пишу мовою TypeScript і розробляю сервіси в Києві.'],
  ['el', 'ltr', 'Γράφω κώδικα σε TypeScript.'],
  ['de', 'ltr', 'Ich leite ein Team von acht Leuten und schreibe mit ihnen die Software für den Handel.'],
  ['fr', 'ltr', 'Je dirige une équipe et je développe des services pour le commerce en ligne avec Node.js.'],
  ['es', 'ltr', 'Trabajo con un equipo de ocho personas en el desarrollo de los servicios para la empresa.'],
  ['en', 'ltr', 'I build the services that move freight, with a team in Haifa (חיפה) and Cairo (القاهرة).'],
  ['en', 'ltr', 'TypeScript, Rust, Go'],
];

test.for(summaries)('a résumé is in %s, written %s: %s', ([tag, direction, summary]) => {
  expect(languageOf({ basics: { name: 'Ada Lowenthal', summary } })).toEqual({ tag, direction });
});

test.for([
  ['he-il', { tag: 'he-IL', direction: 'rtl' }],
  ['fr', { tag: 'fr', direction: 'ltr' }],
  ['not a language', { tag: 'en', direction: 'ltr' }],
] as const)('meta.language %s decides, if it is a language', ([language, expected]) => {
  expect(languageOf({ basics: { summary: 'I build services.' }, meta: { language } })).toEqual(expected);
});

test.for([
  ['English first, then עברית', 'ltr'],
  ['עברית first', 'rtl'],
  ['2015 – עברית', 'rtl'],
  ['(C++) عربي', 'ltr'],
  ['\u200fC++ عربي', 'rtl'],
  ['2015', 'rtl'],
] as const)('the first letter of "%s" makes it %s', ([text, direction]) => {
  expect(directionOf(text, 'rtl')).toBe(direction);
});

const hebrew: Resume = {
  basics: {
    name: 'יוסי כהן',
    label: 'מהנדס תוכנה',
    email: 'yossi@palm.example',
    phone: '+972 50 123 4567',
    location: { city: 'חיפה' },
    summary: 'אני כותב קוד ב-Acme משנת 2015 (ולפעמים Rust).\n\nI also write in English.',
  },
  work: [
    {
      name: 'Palm',
      position: 'מהנדס',
      location: 'Berlin',
      startDate: '2017',
      endDate: '2019',
      highlights: ['נקודה אחת.', 'English point.'],
    },
  ],
  skills: [{ name: 'שפות', keywords: ['TypeScript', 'Rust'] }],
};

describe('the PDF of a résumé in Hebrew', () => {
  let items: Item[];
  let width: number;
  let language: unknown;
  beforeAll(async () => {
    ({ items, width, language } = await print(hebrew));
  });
  const find = (part: string) => items.find(({ text }) => text.includes(part)) as Item;

  test('has its language', () => expect(language).toBe('he'));

  test('is aligned at the right margin', () => {
    for (const part of ['יוסי', 'About', '2017']) expect(find(part).right, part).toBeGreaterThan(width - 48);
  });

  test('has the parts of a sentence from right to left, with its end at the left', () => {
    expect(linesOf(items)).toContainEqual(['.(Rust', 'ולפעמים', ') 2015', 'משנת', 'Acme-', 'ב', 'קוד', 'כותב', 'אני']);
  });

  test('has English paragraphs and points at the left', () => {
    for (const part of ['I also', 'English point']) expect(find(part).left, part).toBeLessThan(70);
  });

  test('has dates, telephone numbers and addresses from left to right', () => {
    for (const text of ['2017 – 2019', '+972 50 123 4567', 'yossi@palm.example']) expect(items.map((item) => item.text)).toContain(text);
  });

  test('lists skills, and the parts of a line, from right to left', () => {
    const lines = linesOf(items).map((line) => line.join(' '));
    expect(lines.some((line) => /Rust ?, ?TypeScript/.test(line))).toBe(true);
    expect(lines).toContain('Berlin · Palm');
  });
});

test('an Arabic paragraph in a PDF in English stands at the right and is read from there', async () => {
  const { items, width } = await print({
    basics: { name: 'Ada', summary: 'I build the services that move freight to and from the ports.\nأعمل مع Acme منذ 2015.' },
  });
  const at = (part: string) => items.find(({ text }) => text.includes(part)) as Item;
  expect(at('أعمل').right).toBeGreaterThan(width - 50);
  expect(at('Acme').right).toBeLessThanOrEqual(at('أعمل').left + 1);
  expect(at('I build').left).toBeLessThan(200);
});

test('a line in Japanese or Chinese begins with no mark that ends a phrase, and ends with no opening bracket', async () => {
  const shifted = Array.from({ length: 46 }, (_, index) => 'あ'.repeat(index + 1));
  const closing = ['。', '、', '」', 'っ', 'ー', '，', '？'];
  const highlights = closing.flatMap((mark) => shifted.map((start) => `${start}${mark}漢字TypeScript${mark}「漢字」`));
  const lines = linesOf((await print({ basics: { name: '山田' }, work: [{ name: 'N', highlights }] })).items);
  expect(lines.length).toBeGreaterThan(300);
  for (const line of lines) {
    expect(
      closing.filter((mark) => line[0]?.startsWith(mark)),
      line.join(''),
    ).toEqual([]);
    expect(line.at(-1)?.endsWith('「'), line.join('')).toBe(false);
  }
});

test.for<[string, string, string]>([
  ['a URL', 'https://a.example/path/to', 'https://|a.example/|path/|to'],
  ['a hyphenated word', 'server-side code', 'server-|side code'],
  ['Japanese', 'です。次に', 'で|す。|次|に'],
  ['Korean', '저는 개발자', '저는 개발자'],
  ['Thai', 'ภาษาไทย', 'ภาษา|ไทย'],
  ['a soft hyphen of the author', 'type\u00adscript', 'typescript'],
  ['spaces', 'one two\nthree', 'one two\nthree'],
])('a line may break in %s at the right places', ([, text, marked]) => {
  expect(markBreaks(text).replaceAll('\u00ad', '|')).toBe(marked);
});

describe('the page of a résumé in Hebrew', () => {
  const html = page(hebrew);

  test('has the language and direction of the résumé, and marks English', () => {
    expect(html).toContain('<html lang="he" dir="rtl">');
    expect(html).toContain('<h2 id="experience-title" lang="en">Experience</h2>');
  });

  test('gives each paragraph and list item its own direction', () => {
    expect(html).toContain('<p dir="ltr">I also write in English.</p>');
    expect(html).toContain('<li dir="ltr">English point.</li>');
    expect(html).toContain('<li>נקודה אחת.</li>');
  });

  test('isolates names, and writes addresses, telephone numbers and dates from left to right', () => {
    expect(html).toContain('<bdi>Palm</bdi></span> · <bdi>Berlin</bdi>');
    expect(html).toContain('<span class="p-skill"><bdi>TypeScript</bdi></span>, <span class="p-skill"><bdi>Rust</bdi></span>');
    expect(html).toMatch(/<a class="p-tel" href="[^"]+" dir="ltr">/);
    expect(html).toMatch(/<p class="when"><span dir="ltr" lang="en"><time [^>]+>2017<\/time>/);
  });
});

test('the page of a résumé in English has a direction for the paragraphs of another', () => {
  const html = page({ basics: { name: 'דליה לוי', summary: 'I build the services that move freight.\n\nאני כותבת קוד.' } });
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<h1 class="p-name"><bdi>דליה לוי</bdi></h1>');
  expect(html).toContain('<p>I build the services that move freight.</p>');
  expect(html).toContain('<p dir="rtl">אני כותבת קוד.</p>');
});
