/** Characters that are invisible or change the order of others, except white space that JSON allows, and the two that join letters and emoji. */
const hidden = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Shows characters that could hide or reorder a text, such as U+202E, as the escapes of JSON. */
export const visible = (text: string): string => text.replace(hidden, escapeOf);

const escapeOf = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join('');

/** Returns such characters of a text, with their indexes and escapes. */
export const hiddenIn = (text: string): Array<{ index: number; character: string; shown: string }> =>
  Array.from(text.matchAll(hidden), ({ 0: character, index }) => ({ index, character, shown: escapeOf(character) }));
