/*
 * Comma-separated lists, such as the skills in a form. A comma inside brackets or inside an item in double quotes separates nothing, so that every list of texts can be
 * written as one text and read back.
 */

const brackets: Record<string, string> = { '(': ')', '[': ']', '{': '}', '（': '）', '［': '］', '【': '】', '「': '」' };
const closing = new Set(Object.values(brackets));

/** Returns the index of the closing bracket by that of the opening one, and whether every bracket has a counterpart. Takes linear time. */
function matchBrackets(text: string): { ends: Map<number, number>; open: number[]; balanced: boolean } {
  const ends = new Map<number, number>();
  const open: number[] = [];
  const waiting = new Map<string, number>();
  let balanced = true;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    const close = brackets[character];
    if (close !== undefined) {
      open.push(index);
      waiting.set(close, (waiting.get(close) ?? 0) + 1);
    } else if (closing.has(character)) {
      if (!waiting.get(character)) {
        balanced = false;
        continue;
      }
      for (let found = false; !found; ) {
        const start = open.pop() as number;
        const expected = brackets[text[start] as string] as string;
        waiting.set(expected, (waiting.get(expected) ?? 0) - 1);
        found = expected === character;
        if (found) ends.set(start, index);
        else balanced = false;
      }
    }
  }
  return { ends, open, balanced: balanced && open.length === 0 };
}

/** The parts of a text between separators: where each starts and ends, and the content of one in quotes. */
function* separatedParts(
  text: string,
  separators: string,
  ends: Map<number, number>,
): Generator<{ start: number; end: number; content?: string | undefined }> {
  const quoted = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=[${separators}]|$)`, 'y');
  for (let start = 0; start <= text.length; ) {
    quoted.lastIndex = start;
    const [whole = '', content] = quoted.exec(text) ?? [];
    let end = start + whole.length;
    while (end < text.length && !separators.includes(text[end] as string)) end = (ends.get(end) ?? end) + 1;
    end = Math.min(end, text.length);
    yield { start, end, content };
    start = end + 1;
  }
}

/** Splits a comma-separated text into its items, without white space around them and without empty ones. `"a, b", c (d, e)` has the items `a, b` and `c (d, e)`. */
export const splitCommaList = (text: string): string[] =>
  [...separatedParts(text, ',', matchBrackets(text).ends)]
    .map(({ start, end, content }) => (content?.replaceAll('""', '"') ?? text.slice(start, end)).trim())
    .filter((item) => item !== '');

/** Splits a text while it is being typed, when a bracket without an end reaches to the end of the text. `rest` is the item that is not ended by a separator. */
export function splitTyping(text: string, separators: string): { items: string[]; rest: string } {
  const { ends, open } = matchBrackets(text);
  for (const start of open) ends.set(start, text.length);
  const parts = [...separatedParts(text, separators, ends)];
  const rest = parts.pop();
  return {
    items: parts.map(({ start, end, content }) => content?.replaceAll('""', '"') ?? text.slice(start, end)),
    rest: text.slice(rest?.start ?? 0).trimStart(),
  };
}

/** Joins items to a text that `splitCommaList` splits into the same items. */
export const joinCommaList = (items: string[]): string =>
  items.map((item) => (needsQuotes(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(', ');

function needsQuotes(item: string): boolean {
  if (item.startsWith('"') || !matchBrackets(item).balanced) return true;
  const [first, ...others] = splitCommaList(item);
  return others.length > 0 || first !== item;
}
