import type { Resume } from '@dev-connector/contract';

export type Direction = 'ltr' | 'rtl';

/** The language of a résumé as a BCP 47 tag, and the direction of its script. */
export interface Language {
  tag: string;
  direction: Direction;
}

/** Letters that a script with several languages uses in only some of them. The first language with enough of them wins. */
const languages: Array<{ script: RegExp; choices: Array<[tag: string, letters: RegExp]>; otherwise: string }> = [
  { script: /\p{Script=Hebrew}/gu, choices: [['yi', /[\u05f0-\u05f2]|\u05d0[\u05b7\u05b8]/gu]], otherwise: 'he' },
  {
    script: /\p{Script=Arabic}/gu,
    choices: [
      ['ur', /[ٹڈڑےںھہ]/gu],
      ['fa', /[پچژگکی]/gu],
    ],
    otherwise: 'ar',
  },
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, choices: [], otherwise: 'ja' },
  { script: /\p{Script=Hangul}/gu, choices: [], otherwise: 'ko' },
  {
    script: /\p{Script=Han}/gu,
    choices: [['zh-Hant', /[國學發經業產開關點實體電與對專從設計會個時說將過還這們]/gu]],
    otherwise: 'zh-Hans',
  },
  { script: /\p{Script=Thai}/gu, choices: [], otherwise: 'th' },
  { script: /\p{Script=Devanagari}/gu, choices: [], otherwise: 'hi' },
  { script: /\p{Script=Greek}/gu, choices: [], otherwise: 'el' },
  {
    script: /\p{Script=Cyrillic}/gu,
    choices: [
      ['ru', /[ыэё]/giu],
      ['uk', /[іїєґ]/giu],
      ['sr', /[ђјљњћџ]/giu],
    ],
    otherwise: 'bg',
  },
];

/** Frequent short words of languages in Latin script. A language needs more of them in a text than English. */
const words: Record<string, string> = {
  en: 'the of and to in for with on is by as from at an my our',
  de: 'der die das und für mit von im den des auf ein eine einer zu bei als ist sowie',
  fr: 'le la les des du et pour dans sur une un au aux avec est en par chez',
  es: 'el la los las de del y para con en una un por como más es al',
  pt: 'o os as de da do das dos e para com em uma um por como mais na no',
  it: 'il la le di del della e per con in una un gli dei nel da che',
  nl: 'de het een van en voor met op in bij te is aan als naar',
  sv: 'och för med av på som en ett att till är från jag i',
  da: 'og for med af på som en et at til er fra jeg i',
  pl: 'i w z na do dla oraz od przez się jest przy po',
  tr: 've bir için ile olarak bu da de çok en',
  fi: 'ja sekä on oli että kuin joka mukaan ovat',
  cs: 'a v na pro se s z do jako od při je které',
};
const wordSets = Object.entries(words).map(([tag, text]) => ({ tag, words: new Set(text.split(' ')) }));

/** Characters of a résumé that are read to find its language. */
const maxRead = 20_000;
/** A résumé is in another script if this share of its letters is, because names of tools are in Latin everywhere. */
const minShare = 0.3;
/** An ideograph or syllable stands for several letters. */
const letterWeight = (tag: string) => (/^(ja|ko|zh)/.test(tag) ? 3 : 1);

/** ISO 15924 codes of scripts that are written from right to left. */
const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Aran', 'Armi', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Returns the language in `meta.language`, if it is one, or otherwise guesses it from script and frequent words. The fallback is English. */
export function languageOf(resume: Resume): Language {
  const declared = resume.meta?.language;
  const tag = (declared && canonical(declared)) || guess(proseOf(resume).slice(0, maxRead));
  const { script = '' } = new Intl.Locale(tag).maximize(); // the tag's own script, otherwise the usual one of language and region
  return { tag, direction: rightToLeftScripts.has(script) ? 'rtl' : 'ltr' };
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0];
  } catch {
    return undefined;
  }
}

/** Returns the texts of a résumé that are sentences or titles, without names of tools and addresses. */
function proseOf({ basics, work = [], volunteer = [], education = [], projects = [], references = [] }: Resume): string {
  const prose = [
    basics?.label,
    basics?.summary,
    ...work.flatMap(({ position, description, summary, highlights = [] }) => [position, description, summary, ...highlights]),
    ...volunteer.flatMap(({ position, summary, highlights = [] }) => [position, summary, ...highlights]),
    ...education.flatMap(({ area, studyType, 'x-description': description }) => [area, studyType, description]),
    ...projects.flatMap(({ description, highlights = [] }) => [description, ...highlights]),
    ...references.map(({ reference }) => reference),
  ];
  return prose.filter(Boolean).join('\n') || (basics?.name ?? '');
}

function guess(text: string): string {
  const scripts = languages.map(({ script, choices, otherwise }) => ({ choices, tag: otherwise, letters: count(text, script) }));
  const kana = scripts.find(({ tag }) => tag === 'ja');
  const han = scripts.find(({ tag }) => tag === 'zh-Hans');
  if (kana && han && kana.letters * 10 > han.letters) kana.letters += han.letters; // Japanese mixes both
  const [most] = scripts.toSorted((one, other) => other.letters * letterWeight(other.tag) - one.letters * letterWeight(one.tag));
  if (!most || most.letters === 0) return guessByWords(text);
  const weighted = most.letters * letterWeight(most.tag);
  if (weighted / (weighted + count(text, /\p{Script=Latin}/gu)) < minShare) return guessByWords(text);
  return most.choices.find(([, letters]) => count(text, letters) * 50 > most.letters)?.[0] ?? most.tag;
}

function guessByWords(text: string): string {
  const all = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = wordSets.map(({ tag, words }) => ({ tag, hits: all.filter((word) => words.has(word)).length }));
  const [best = { tag: 'en', hits: 0 }] = found.toSorted((one, other) => other.hits - one.hits);
  return best.hits >= 3 ? best.tag : 'en';
}

/** Letters of scripts that are written from right to left, and the marks for either direction (https://www.unicode.org/reports/tr9/#P2). */
const strong = /[\p{L}\u200e\u200f\u061c]/u;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\u200f\u061c]/u;

/** Returns the direction of the first letter, as `dir="auto"` does in HTML, or `otherwise` for a text without letters. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const [first] = strong.exec(text) ?? [];
  return first === undefined ? otherwise : rightToLeft.test(first) ? 'rtl' : 'ltr';
}

/** Returns whether a text has letters that are written from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text);
