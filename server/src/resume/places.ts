/** The way to a value: names of fields and positions in lists. */
export type Path = ReadonlyArray<string | number>;

/** `work[1].startDate`; the whole document has no name of its own. */
export const showPath = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`)).join('') || 'the document';

/**
 * The line, from 1, on which the value at the path stands in a text that is JSON; where the path leads to nothing, that of the value it last passed.
 * Of a key that stands twice the last one counts, as it does for JSON.parse.
 */
export function lineOf(text: string, path: Path): number {
  const tokens = text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g);
  const open: Array<{ list: boolean; step: string | number }> = [];
  let found = { depth: -1, offset: 0 };
  let key: string | undefined;
  for (const { 0: token, index } of tokens) {
    const inside = open.at(-1);
    if (token === ',') {
      if (inside?.list) inside.step = (inside.step as number) + 1;
      key = undefined;
    } else if (token === ':') continue;
    else if (token === '}' || token === ']') open.pop();
    else if (inside && !inside.list && key === undefined) {
      key = JSON.parse(token) as string;
      inside.step = key;
    } else {
      const at = open.map(({ step }) => step);
      if (at.length >= found.depth && at.length <= path.length && at.every((step, depth) => step === path[depth]))
        found = { depth: at.length, offset: index };
      if (token === '{' || token === '[') {
        open.push({ list: token === '[', step: 0 });
        key = undefined;
      }
    }
    // After a value in an object the next string is a key again, once the comma has come.
  }
  return text.slice(0, found.offset).split(/\r\n|\n|\r/).length;
}
