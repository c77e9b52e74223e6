/** Makes user text safe for a terminal: replaces control, format and unassigned characters and line separators with U+FFFD, but not the joiners of emoji and Indic scripts. */
export const escapeText = (text: string): string => text.replace(/[[\p{C}\u2028\u2029]--[\u200c\u200d]]/gv, '\ufffd');

/** Like `escapeText`, but keeps line breaks. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeText).join('\n');

/** Serialises JSON on one line and escapes control, format and unassigned characters and line separators, so that a JSON parser restores the text. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{C}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );

/** Prints text to standard error, escaped, because it can contain user input. */
export const printNote = (text: string): void => console.error(escapeLines(text));
