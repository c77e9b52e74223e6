/** The path to a value: field names and list indexes. */
export type Path = ReadonlyArray<string | number>;

/** Formats a path as a place: `work[1].startDate`, or '' for the root. */
export const placeOfPath = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('');

/** The place of a duplicate key, and the lines of both occurrences. */
interface RepeatedKey {
  place: string;
  lines: [number, number];
}

export interface Lines {
  /** Maps a place to the line, from 1, on which its value begins. The root's place is ''. The last duplicate of a key wins, as in JSON.parse. */
  byPlace: Map<string, number>;
  repeated: RepeatedKey[];
}

/** Maximum depth of places; no field of a résumé is deeper. */
const maxDepth = 6;
/** Maximum number of reported duplicate keys. */
const maxReported = 10;
/** Maximum number of characters of a key in a place. Without this limit, the places in an object with a long key take quadratic time. */
const maxKeyLength = 100;

/** A bracket, separator, string, number or keyword. */
const token = /[{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\],:"]+/g;

interface Open {
  place: string;
  /** The keys of an object, with the lines of their values; undefined for a list. */
  keys: Map<string, number> | undefined;
  key: string | undefined;
  index: number;
}

/**
 * Finds the lines of all places (`work[2].startDate`) in valid JSON. Scans the tokens because parsed values have neither line numbers nor duplicate keys.
 */
export function linesOf(text: string): Lines {
  const lines: Lines = { byPlace: new Map(), repeated: [] };
  const open: Open[] = [];
  let [line, nextFeed] = [1, text.indexOf('\n')];

  function begin(): string {
    const parent = open.at(-1);
    if (!parent) {
      lines.byPlace.set('', line);
      return '';
    }
    const name = parent.keys ? `.${parent.key?.slice(0, maxKeyLength)}` : `[${parent.index}]`;
    const place = parent.place === '' && parent.keys ? name.slice(1) : parent.place + name;
    if (open.length > maxDepth) return place;
    const first = parent.keys?.get(parent.key ?? '');
    if (first !== undefined && lines.repeated.length < maxReported) lines.repeated.push({ place, lines: [first, line] });
    parent.keys?.set(parent.key ?? '', line);
    lines.byPlace.set(place, line);
    return place;
  }

  for (const { 0: found, index } of text.matchAll(token)) {
    for (; nextFeed >= 0 && nextFeed < index; nextFeed = text.indexOf('\n', nextFeed + 1)) line++;
    const parent = open.at(-1);
    if (found === '{' || found === '[') {
      open.push({ place: open.length < maxDepth ? begin() : '', keys: found === '{' ? new Map() : undefined, key: undefined, index: 0 });
    } else if (found === '}' || found === ']') open.pop();
    else if (found === ',') {
      if (parent?.keys) parent.key = undefined;
      else if (parent) parent.index++;
    } else if (found === ':') continue;
    else if (parent?.keys && parent.key === undefined)
      parent.key = found.includes('\\') ? (JSON.parse(found) as string) : found.slice(1, -1);
    else begin();
  }
  return lines;
}

/** Returns the line of the value at a path, or of its nearest existing ancestor. */
export function lineAt(text: string, path: Path): number {
  const { byPlace } = linesOf(text);
  const found = path.map((_, index) => byPlace.get(placeOfPath(path.slice(0, path.length - index)))).find((line) => line !== undefined);
  return found ?? byPlace.get('') ?? 1;
}
