/** The mark of a line of Markdown: of a quote, a list item, or a list item in a quote. */
export interface Item {
  /** `>`, once per quote around the line; empty outside. */
  quote: string;
  /** White space before the bullet. */
  indent: string;
  /** `-`, `*`, `+`, or what follows a number: `.` or `)`. Empty if the line is only quoted. */
  bullet: string;
  number: number | undefined;
  /** Digits of the number with leading zeros. */
  digits: number;
  /** White space after the bullet. */
  space: string;
  /** `[ ] ` or `[x] `. */
  task: string;
  /** Characters of the mark. */
  length: number;
}

interface Line {
  start: number;
  end: number;
  item: Item;
}

const quotePattern = /^(?:[ \t]*>)*/;
const bulletPattern = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\](?:[ \t]+|$))?/;
const thematicBreak = /^[ \t]*([-*])[ \t]*(?:\1[ \t]*){2,}$/;

/** Returns the mark at the start of a line. */
export function parseItem(line: string): Item | undefined {
  const [quote] = quotePattern.exec(line) as RegExpExecArray;
  const rest = line.slice(quote.length);
  const [mark, indent = '', bullet, number, delimiter, space = '', task = ''] =
    (!thematicBreak.test(rest) && bulletPattern.exec(rest)) || [];
  if (mark !== undefined)
    return {
      quote,
      indent,
      bullet: bullet ?? delimiter ?? '',
      number: number === undefined ? undefined : Number(number),
      digits: number?.length ?? 0,
      space,
      task,
      length: quote.length + mark.length,
    };
  if (!quote) return undefined;
  const after = /^[ \t]?/.exec(rest)?.[0] ?? '';
  return { quote, indent: '', bullet: '', number: undefined, digits: 0, space: after, task: '', length: quote.length + after.length };
}

/** Writes the mark of an item. */
export const markOf = ({ quote, indent, number, digits, bullet, space, task }: Item): string =>
  quote + indent + (number === undefined ? '' : String(number).padStart(digits, '0')) + bullet + space + task;

/** Columns of white space; a tab ends at a multiple of four. */
export const widthOf = (space: string): number =>
  [...space].reduce((width, sign) => (sign === '\t' ? width + 4 - (width % 4) : width + 1), 0);

const depthOf = (quote: string): number => quote.replace(/[ \t]/g, '').length;

/** Returns the end of the line at `at`, before its line break. */
export function lineEndOf(value: string, at: number): number {
  const end = value.indexOf('\n', at);
  if (end < 0) return value.length;
  return end > at && value[end - 1] === '\r' ? end - 1 : end;
}

/** Yields the list items above the line that starts at `start`, from the nearest, in the same quote. */
export function* itemsAbove(value: string, start: number, quote: string): Generator<Line> {
  for (let next = start; next > 0; ) {
    const end = next - 1;
    next = end === 0 ? 0 : value.lastIndexOf('\n', end - 1) + 1;
    const item = lineIn(value.slice(next, end).trimEnd(), quote);
    if (!item) return;
    if (item.bullet) yield { start: next, end, item };
  }
}

/** Yields the items of the same list below the line that ends at `end`. */
export function* siblingsBelow(value: string, end: number, item: Item): Generator<Line> {
  for (let start = value.indexOf('\n', end) + 1; start > 0; start = value.indexOf('\n', start) + 1) {
    const lineEnd = lineEndOf(value, start);
    const other = lineIn(value.slice(start, lineEnd), item.quote);
    if (!other) return;
    if (!other.bullet || widthOf(other.indent) > widthOf(item.indent)) continue;
    if (!isSibling(other, item)) return;
    yield { start, end: lineEnd, item: other };
  }
}

/** Whether two items of a quote belong to the same level and kind of list. */
export const isSibling = (one: Item, other: Item): boolean => one.bullet === other.bullet && widthOf(one.indent) === widthOf(other.indent);

/** A line that can be a part of a list in `quote`: an item, or without a bullet an empty or indented line. */
function lineIn(line: string, quote: string): Item | undefined {
  const item = parseItem(line);
  if (depthOf(item?.quote ?? '') !== depthOf(quote)) return undefined;
  if (item?.bullet) return item;
  const text = line.slice(item?.quote.length ?? 0);
  return text.trim() === '' || /^\s{2}/.test(text) ? { ...(item ?? none), bullet: '' } : undefined;
}

const none: Item = { quote: '', indent: '', bullet: '', number: undefined, digits: 0, space: '', task: '', length: 0 };
