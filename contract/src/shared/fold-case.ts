/** Folds the case of a text, for comparison: the canonical form of Unicode (NFC) in lower case. Diacritics and compatibility characters such as `ｒ` stay. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
