/** Maximum length of a text that is repaired, in UTF-16 code units. Its edits take several times its size. */
export const maxRepairLength = 16_000_000;
