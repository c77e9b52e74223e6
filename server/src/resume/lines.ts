/** The way to a value: names of fields and positions in lists. */
export type Path = ReadonlyArray<string | number>;

/** The place of a value: `work[1].startDate`; '' for the whole text. */
export const placeOfPath = (path: Path): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`)).join('');

/** A key that an object has twice, as the place of its value, and the lines of both. */
interface RepeatedKey {
  place: string;
  lines: [number, number];
}

export interface Lines {
  /** The line, from 1, on which the value at a place begins; the whole text's own place is ''. Of a key that stands twice the last one counts, as for JSON.parse. */
  of: Map<string, number>;
  repeated: RepeatedKey[];
}

/** Objects and lists deeper than this hold nothing that a place could name. */
const deepest = 6;
/** Repeated keys that are reported; the first one is enough to refuse the text. */
const told = 10;
/** Characters of a key that a place shows. Without this limit, the places in an object with a long key take quadratic time. */
const longestName = 100;

const lineFeed = 0x0a;

/** A bracket, a string, a number or word; and what parts them. */
const token = /[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\],:"]+/g;

interface Open {
  place: string;
  /** The keys of an object, with the lines of their values; undefined for a list. */
  keys: Map<string, number> | undefined;
  key: string | undefined;
  index: number;
}

/**
 * Finds the lines of all places (`work[2].startDate`) of a text that is known to be JSON. Walks its tokens instead of its values, which know neither their
 * lines nor that they stood there twice.
 */
export function linesOf(text: string): Lines {
  const lines: Lines = { of: new Map(), repeated: [] };
  const open: Open[] = [];
  let [line, counted] = [1, 0];

  function begin(): string {
    const around = open.at(-1);
    if (!around) {
      lines.of.set('', line);
      return '';
    }
    const name = around.keys ? `.${around.key?.slice(0, longestName)}` : `[${around.index}]`;
    const place = around.place === '' && around.keys ? name.slice(1) : around.place + name;
    if (open.length > deepest) return place;
    const first = around.keys?.get(around.key ?? '');
    if (first !== undefined && lines.repeated.length < told) lines.repeated.push({ place, lines: [first, line] });
    around.keys?.set(around.key ?? '', line);
    lines.of.set(place, line);
    return place;
  }

  for (const { 0: found, index } of text.matchAll(token)) {
    for (; counted < index; counted++) if (text.charCodeAt(counted) === lineFeed) line++;
    const around = open.at(-1);
    if (found === '{' || found === '[') {
      open.push({ place: open.length < deepest ? begin() : '', keys: found === '{' ? new Map() : undefined, key: undefined, index: 0 });
    } else if (found === '}' || found === ']') open.pop();
    else if (found === ',') {
      if (around?.keys) around.key = undefined;
      else if (around) around.index++;
    } else if (found === ':') continue;
    else if (around?.keys && around.key === undefined)
      around.key = found.includes('\\') ? (JSON.parse(found) as string) : found.slice(1, -1);
    else begin();
  }
  return lines;
}

/** The line of the value at a path; where that leads to nothing, of the last value that it passes. */
export function lineAt(text: string, path: Path): number {
  const { of } = linesOf(text);
  const passed = path.map((_, at) => of.get(placeOfPath(path.slice(0, path.length - at)))).find((line) => line !== undefined);
  return passed ?? of.get('') ?? 1;
}
