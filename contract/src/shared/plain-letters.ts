/** Lower-case letters that have no decomposition in Unicode, and how to write them without diacritics. */
export const plainLetters: Record<string, string> = {
  ł: 'l', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k', ς: 'σ',
}; // biome-ignore format: a compact list
