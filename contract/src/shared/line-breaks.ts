/** The line breaks of Unicode (UAX #14, classes BK, CR, LF and NL): also those of word processors, slides and pages. */
const breaks = '\\n\\v\\f\\r\\x85\\u2028\\u2029';
const lineBreak = new RegExp(`\\r\\n|[${breaks}]`, 'g');
const blankStart = new RegExp(`^(?:[\\s\\x85]*[${breaks}])?\\ufeff*`);

/** Replaces each line break by a line feed, as a text is rendered and compared: text areas and operating systems have different ones. */
export const withLineFeeds = (text: string): string => text.replace(lineBreak, '\n');

/** Removes blank first lines, byte order marks and trailing white space. Keeps the indentation of the first line, which has a meaning in Markdown. */
export const trimLines = (text: string): string => text.replace(blankStart, '').trimEnd();

/** Whether texts differ at most in their kinds of line breaks. */
export const isSameText = (a: string, b: string): boolean => a === b || withLineFeeds(a) === withLineFeeds(b);
