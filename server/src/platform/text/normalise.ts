import { dashes, plainLetters } from '@dev-connector/contract';

/*
 * Turns text into terms, the same for both databases and for texts and queries. Raise `normaliserVersion` with every change of the terms: a job then indexes
 * all texts again.
 *
 *   case and diacritics are folded, so that Łódź is `lodz`           a trailing dot or another sign of a sentence is no part of a term
 *   c++, c#, .net, node.js and snake_case are terms, and so are the parts of those and of camelCase
 *   a word after a dash, such as `-rf` or `--force`, is also a term with the dash
 *   Han, kana and Hangul have no spaces between words: each pair of characters is a term
 */
export const normaliserVersion = 4;

/** A word of a text: its terms in order, the terms of its parts, and its place in UTF-16 units. */
export interface Word {
  terms: string[];
  parts: string[];
  /** The first term after one or two hyphens that no word precedes, such as `-rf`. */
  flag?: string;
  start: number;
  end: number;
}

const cjk = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ーｰ々〆\\u3099\\u309a\\uff9e\\uff9f';
const letter = '[\\p{L}\\p{N}\\p{M}]';
/** Letters and digits with dots or underscores in between, perhaps after a dot (`.net`) and before `+`, `++` or `#`. */
const wordPattern = new RegExp(
  `(?:(?<!${letter}|[_.])\\.(?=\\p{L}))?${letter}+(?:(?:\\.|_+)${letter}+)*(?:(?:\\+{1,2}|#)(?!${letter}|[_+#]))?`,
  'gu',
);
const scriptPattern = new RegExp(`[${cjk}]+|[^${cjk}]+`, 'gu');
const cjkStart = new RegExp(`^[${cjk}]`, 'u');
const lowerCase = /^[a-z]+$/;
const partPattern = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{N}+|[\p{L}\p{M}]+/gu;

/** Marks that change the look of a letter and not the letter, and the Arabic tatweel. */
const marks = /[\u0640[[[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}]&&\p{Mn}]--[\u3099\u309a]]]/gv;
const lettersPattern = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Maximum code points of a term, and UTF-16 units of a word that are read, because `normalize` can take quadratic time. */
const [maxTerm, maxRead, maxParts] = [64, 200, 10];

/** Folds case, diacritics and compatibility characters of a short text. Leaves the text decomposed (NFKD). Names in the directory use it too (comparison-keys.ts). */
export const foldLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(lettersPattern, (character) => plainLetters[character] ?? '');

const ascii = /^\p{ASCII}*$/u;
const chunks = new RegExp(`[^]{1,${maxRead}}`, 'gu');
/** The same for a text of any length, in linear time. */
export const foldText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : (text.match(chunks) ?? []).map(foldLetters).join('');

/** Folds a word to a term. Returns '' if nothing is left. */
function toTerm(text: string): string {
  const folded = foldLetters(text.slice(0, maxRead))
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._+#]|^_+|[._]+$/gu, '');
  return folded.length <= maxTerm ? folded : Array.from(folded).slice(0, maxTerm).join('');
}

const signs = /["'_#@$]/;
const inWord = new RegExp(letter, 'u');

/** Returns the hyphens before a word, perhaps with a sign such as a quote in between. More than two count as two. */
function hyphensBefore(text: string, start: number): '' | '-' | '--' {
  let at = start - 1;
  for (let skipped = 0; skipped < 2 && signs.test(text[at] ?? ''); skipped++) at--;
  let count = 0;
  for (; count < 2 && at >= 0; at--)
    if (dashes.one.includes(text[at] as string)) count++;
    else if (dashes.two.includes(text[at] as string)) count = 2;
    else break;
  return count === 0 || inWord.test(text[at] ?? '') ? '' : count === 1 ? '-' : '--';
}

/** Yields the words of a text. */
export function* splitWords(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    const hyphens = index === 0 || text[index - 1] === ' ' ? '' : hyphensBefore(text, index);
    // Most words need no folding, which takes most of the time.
    if (lowerCase.test(word) && hyphens === '')
      yield { terms: [word.slice(0, maxTerm)], parts: [], start: index, end: index + word.length };
    else
      for (const run of runsOf(word, index)) yield hyphens !== '' && run.start === index ? { ...run, flag: hyphens + run.terms[0] } : run;
  }
}

/** Yields the parts of a word in one script each. */
function* runsOf(word: string, at: number): Generator<Word> {
  for (const { 0: run, index } of word.matchAll(scriptPattern)) {
    const start = at + index;
    if (cjkStart.test(run)) yield* pairsOf(run, start);
    else {
      const term = toTerm(run);
      if (term !== '') yield { terms: [term], parts: partTerms(run, term), start, end: start + run.length };
    }
  }
}

/** Yields each pair of characters. The last character is a part of the last pair, so that a query of one character finds it as a beginning. */
function* pairsOf(run: string, start: number): Generator<Word> {
  const normal = run.normalize('NFKC');
  const characters = Array.from(normal);
  const end = start + run.length;
  let at = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? '';
    const isLast = index + 2 >= characters.length;
    const place = normal.length === run.length ? { start: at, end: at + character.length + next.length } : { start, end };
    if (next !== '' || index === 0) yield { terms: [character + next], parts: isLast && next !== '' ? [next] : [], ...place };
    at += character.length;
  }
}

/** Returns the terms of the parts of a word, without the term of the whole word. */
function partTerms(word: string, whole: string): string[] {
  const parts = (word.slice(0, maxRead).match(partPattern) ?? []).map(toTerm).filter((part) => part !== '' && part !== whole);
  return [...new Set(parts)].slice(0, maxParts);
}

/** Returns the terms of a text in order, without parts. */
export const termsOf = (text: string): string[] => Array.from(splitWords(text), ({ terms }) => terms).flat();

/** Returns one term for a whole text, such as a skill or tag. */
export const joinedTerm = (text: string): string => termsOf(text).join('_');

const oneCharacter = new RegExp(`^[${cjk}]$`, 'u');
/** Whether a term is a single character of a script with pairs. */
export const isSingle = (term: string): boolean => oneCharacter.test(term);
