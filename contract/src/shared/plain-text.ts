/** Elements whose text the page adds: labels of code, domains of links, signs of footnotes and headings, and names of hidden characters. */
const added =
  /^<(?:figcaption|[^>]* (?:aria-hidden="true"|class="(?:[\w -]* )?(?:footnote-(?:back)?ref|link-domain|hidden-mark|anchor)[ "]))/;
/** The space that the renderer puts before such an element. */
const spaceBeforeAdded = / (?=<span class="link-domain">)/g;
/** A block of code. Sanitized HTML closes all elements. */
const codeBlock = /<pre[ >].*?<\/pre>/gs;
/** Elements inside a line. The others begin and end one. */
const inline = /^(?:a|abbr|bdi|code|del|em|i|img|input|ins|kbd|s|span|strong|su[bp]|t[dh]|wbr)$/;
/** Elements without content. */
const empty = /^(?:br|hr|img|input|wbr)$/;

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes the character references that HTML of the server has: numbers and the names above. */
const decode = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,5})|#(\d{1,6})|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') =>
    hex || decimal ? String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10)) : (characters[name] ?? whole),
  );

/**
 * Returns the text of sanitized HTML as its author wrote it, for places that cannot show markup: a line for each block, without blank lines. If there is no text,
 * returns the descriptions of the images. Stops after the line in which `max` UTF-16 units are reached. Takes linear time. Text and attributes in such HTML have
 * no `<` and `>`.
 */
export function textOfHtml(html: string, max = Number.POSITIVE_INFINITY): string {
  const lines: string[] = [];
  const images: string[] = [];
  let [line, length] = ['', 0];
  let depth = 0; // of open elements that begin with one of `added`
  let isVerbatim = false; // whether line breaks are part of the text
  let isSpaced = true; // whether the line is empty or ends in a space; asking the line would copy it
  const endLine = () => {
    const text = isVerbatim ? line.trimEnd() : line.trim();
    if (text) lines.push(text);
    length += text.length;
    [line, isSpaced] = ['', true];
  };
  for (const { 0: part, 1: slash, 2: name } of html.replaceAll(spaceBeforeAdded, '').matchAll(/<(\/?)([a-z]\w*)[^<>]*>|[^<]+/g)) {
    if (name !== undefined) {
      if (!slash && !empty.test(name) && (depth > 0 || added.test(part))) depth++;
      else if (slash && depth > 0) depth--;
      if (!inline.test(name)) endLine();
      if ((name === 'td' || name === 'th') && !isSpaced) [line, isSpaced] = [`${line} `, true];
      if (name === 'img') images.push(/ alt="([^"]*)"/.exec(part)?.[1] ?? '');
      if (name === 'pre' || name === 'p') isVerbatim = !slash && (name === 'pre' || part.includes(' class="plain"'));
    } else if (depth > 0) {
      continue;
    } else if (isVerbatim) {
      for (let start = 0; start < part.length && length <= max; ) {
        const end = part.indexOf('\n', start);
        line += part.slice(start, end < 0 ? undefined : end);
        if (end >= 0) endLine();
        start = end < 0 ? part.length : end + 1;
      }
    } else {
      const text = part.replace(/[ \t\n\r]+/g, ' ');
      line += isSpaced ? text.trimStart() : text;
      isSpaced = text.endsWith(' ');
    }
    if (length > max) break;
  }
  endLine();
  return decode((lines.length > 0 ? lines : images).join('\n').trim());
}

/** The first `max` code points of a text, with an ellipsis if it is longer. Splits no letter from its marks, and no emoji. */
export function excerptOf(text: string, max: number): string {
  const start = [...text.slice(0, 2 * max + 2)];
  if (start.length <= max) return text;
  const end = start.slice(0, max - 1).join('').length;
  if (/^[ -~]{2}$/.test(text.slice(end - 1, end + 1))) return `${text.slice(0, end).trimEnd()}…`; // such characters are letters of their own, and a segmenter takes long to create
  const grapheme = new Intl.Segmenter('en').segment(text.slice(0, end + 2)).containing(end);
  return `${text.slice(0, grapheme?.index || end).trimEnd()}…`;
}

/** Maximum length of a headline in code points. */
const headlineLength = 80;

/** Cuts a text to the length of a headline. */
export const toHeadline = (text: string): string => excerptOf(text, headlineLength);

/** Returns the text with `mark` in place of blocks of code, whose lines say little alone, or the code if there is nothing else. */
const proseOf = (html: string, max: number, mark = ''): string => {
  const prose = textOfHtml(html.replaceAll(codeBlock, mark), max);
  return /^[…\s]*$/.test(prose) ? textOfHtml(html, max) : prose;
};

/** The first line of a text, without blocks of code, as a headline. Empty if the text has only images without a description. */
export const firstLineOf = (html: string): string => toHeadline(proseOf(html, 0).split('\n', 1)[0] ?? '');

/** The beginning of a text in one line, with an ellipsis for blocks of code, of at most `max` code points. */
export const summaryOf = (html: string, max: number): string =>
  excerptOf(
    proseOf(html, 4 * max, '<p>…</p>')
      .replace(/\s+/g, ' ')
      .replace(/…(?: …)+/g, '…'),
    max,
  );
