/** Joins words such as `a, b and c`. Unlike `Intl.ListFormat`, loads no data of a locale. */
export const joinWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
