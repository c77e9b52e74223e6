/** A text that somebody else chose, as it may be written to a terminal: with a mark for each character that could steer it, or hide what follows. */
export const visible = (text: string): string => text.replace(/\p{C}/gu, '\ufffd');

/** The same for a text of several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n');

/** JSON on one line, with an escape for each character that `visible` would replace: a reader of JSON gets the text as it is. */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[\p{C}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
  );
