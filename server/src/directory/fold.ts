import { stripInvisible } from '../http/fields.ts';

/** Letters that Unicode does not decompose into a base letter and a mark. */
const letters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ð: 'd' };

/** Older rows may be longer than today's limits, and `normalize` can take quadratic time. */
const maxLength = 200;

/** Normalizes a text for comparison: ignores case, diacritics, invisible characters and repeated white space. */
export const fold = (text: string): string =>
  stripInvisible(text.slice(0, maxLength))
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđħıßæœþð]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ');

/** The words of a name, folded. */
export const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The parts of a place, such as Berlin and Germany of 'Berlin, Germany'. */
export const partsOf = (place: string): string[] =>
  place
    .split(',')
    .map((part) => part.trim())
    .filter((part) => fold(part) !== '');
