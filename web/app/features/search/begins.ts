const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether each word of `typed` begins a word of `label`. Ignores case and diacritics. */
export function begins(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((beginning) => words.some((word) => word.startsWith(beginning)));
}
