import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { InvalidFields } from '../../platform/errors.ts';
import { exceededLimit, type JsonLimits } from '../../platform/http/json-size.ts';
import { withoutNulls } from '../../platform/http/schemas/fields.ts';

/** Far more than a résumé with the longest lists that a profile allows. The depth bounds the recursion of jsonc-parser. */
const maxSize: JsonLimits = { values: 10_000, depth: 32 };

/** A JSON text with the positions of its values. A place has the form `work[2].startDate`. */
export interface ParsedText {
  /** The value, without properties that are null if `nulls` is false. */
  value: unknown;
  /** Returns `line 3, column 14` for a place, or undefined if it does not exist. */
  positionOf(place: string): string | undefined;
  /** The places of keys that their object has already, each with the positions of both values. At most 10. */
  repeated: Array<{ place: string; positions: [string, string] }>;
}

/** Maximum number of reported duplicate keys. */
const maxRepeated = 10;

/** Parses a JSON text. Throws InvalidFields with line, column and a snippet if it is not JSON, too deep or too large. */
export async function parseText(text: string, { nulls }: { nulls: boolean }): Promise<ParsedText> {
  if (text.trim() === '') throw invalid('The file is empty');
  const exceeded = exceededLimit(text, maxSize);
  if (exceeded === 'values') throw invalid(`The file has more than ${maxSize.values} values; a résumé needs fewer`);
  if (exceeded === 'depth') throw invalid(`The file nests lists and objects more than ${maxSize.depth} levels deep; a résumé needs fewer`);
  let value: unknown;
  try {
    value = JSON.parse(text, nulls ? undefined : (_key, nested) => withoutNulls(nested));
  } catch {
    throw invalid(await explainSyntaxError(text));
  }
  const root = parseTree(text);
  const positionAt = positions(text);
  return {
    value,
    positionOf(place) {
      const node = findNodeAtLocation(root as Node, pathOf(place));
      return node && positionAt(node.offset);
    },
    repeated: repeatedKeys(root as Node, [])
      .take(maxRepeated)
      .map(({ path, nodes: [first, second] }) => ({
        place: placeOf(path),
        positions: [positionAt(first.offset), positionAt(second.offset)] as [string, string],
      }))
      .toArray(),
  };
}

const invalid = (msg: string) => new InvalidFields([{ msg, field: 'resume' }]);

/** Returns the error's position and cause, the line, and a caret below the position. Loads the formatter on demand for its error messages. */
export async function explainSyntaxError(input: string | Uint8Array): Promise<string> {
  const { createFormatter } = await import('@dev-connector/json');
  const formatter = createFormatter({ indent: 'none' }); // indentation of a deep text would exceed the output budget before the error
  formatter.push(typeof input === 'string' ? input.toWellFormed() : input); // UTF-8 cannot encode a lone surrogate
  const result = formatter.end();
  if (result.ok) return 'This is not JSON';
  const { line, column, message, snippet } = result.error;
  const { text, caret, cutBefore, cutAfter } = snippet;
  const before = (cutBefore ? '…' : '') + text.slice(0, caret);
  const shown = (before + text.slice(caret) + (cutAfter ? '…' : '')).replaceAll(/[\t\r\n\0]/g, ' ');
  return `This is not JSON. Line ${line}, column ${column}: ${message}\n${shown}\n${' '.repeat(before.length)}^`;
}

type Path = Array<string | number>;

/** Formats a path as a place. */
const placeOf = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${step}`)).join('');

const pathOf = (place: string): Path =>
  place
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));

function* repeatedKeys(node: Node, path: Path): Generator<{ path: Path; nodes: [Node, Node] }> {
  const seen = new Map<string, Node>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    if (!value) continue;
    const here = [...path, key ? key.value : index];
    const first = key && seen.get(key.value);
    if (first) yield { path: here, nodes: [first, value] };
    if (key) seen.set(key.value, value);
    yield* repeatedKeys(value, here);
  }
}

/** Returns a function that formats an offset as `line 3, column 14`, both from 1. */
function positions(text: string): (offset: number) => string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [line, after] = [0, starts.length]; // binary search for the last line that starts at or before the offset
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if ((starts[middle] as number) <= offset) line = middle;
      else after = middle;
    }
    return `line ${line + 1}, column ${offset - (starts[line] as number) + 1}`;
  };
}
