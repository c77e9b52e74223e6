import { stripInvisible } from '../../platform/http/schemas/fields.ts';
import { foldLetters } from '../../platform/text/normalise.ts';

/** Older rows may be longer than today's limits, and `normalize` can take quadratic time. */
const maxLength = 200;

/** Normalizes a text for comparison: ignores case, diacritics, invisible characters and repeated white space. */
export const fold = (text: string): string =>
  foldLetters(stripInvisible(text.slice(0, maxLength)))
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ');

/** The words of a name, folded. */
export const nameWords = (name: string): string[] => fold(name).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** The parts of a place, such as Berlin and Germany of 'Berlin, Germany'. */
export const placeParts = (place: string): string[] =>
  place
    .split(',')
    .map((part) => part.trim())
    .filter((part) => fold(part) !== '');
