/** Characters that are invisible or change the order of others, except white space that JSON allows, and the two that join letters and emoji. */
const hidden = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Shows characters that could hide or reorder a text, such as U+202E, as the escapes of JSON. */
export function visible(text: string): string {
  return text.replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`).join(''),
  );
}
