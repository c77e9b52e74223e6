/** What must be true of every text, whatever it is: the formatter against JSON.parse and JSON.stringify, against itself, and against plain counting. */
import { createFormatter } from './formatter.ts';
import type { FormatFailure, FormatterOptions } from './types.ts';

export interface Outcome {
  text: string;
  error?: FormatFailure;
}

/** Formats bytes that come in pieces of the given lengths, over and over. */
export function formatPieces(bytes: Uint8Array, lengths: readonly number[] = [], options: FormatterOptions = {}): Outcome {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  const formatter = createFormatter({ ...options, onOutput: (piece) => (text += decoder.decode(piece, { stream: true })) });
  for (let from = 0, turn = 0; from < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    if (!formatter.push(bytes.slice(from, from + length))) break;
    from += length;
  }
  const result = formatter.end();
  return result.ok ? { text } : { text, error: result.error };
}

/** The text without white space outside strings. */
export function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1');
}

/** Line and column of an offset, counted the plain way. */
function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  // A place is never inside a character, but the text before it may be anything.
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, offset)).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

function fail(what: string, details: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(details)}`);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Uint8Array): { value: unknown; text: string } | { refusal: Error } {
  try {
    const text = strict.decode(bytes);
    return { value: JSON.parse(text), text };
  } catch (error) {
    return { refusal: error as Error };
  }
}

/** Where V8 says it went wrong, in UTF-16 units, where it says so. */
const positionOf = (error: Error): number | undefined => {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined ? undefined : Number(position);
};

/** Throws when the formatter does anything with these bytes that it must not. @returns whether they are JSON. */
export function checkText(bytes: Uint8Array, lengths: readonly number[]): boolean {
  const expected = parse(bytes);
  const { text, error } = formatPieces(bytes, [], { verify: true });
  const shown = new TextDecoder().decode(bytes);
  if (!error !== 'value' in expected) fail('another verdict than JSON.parse', { shown, error });
  const inPieces = formatPieces(bytes, lengths, { verify: true });
  if (JSON.stringify(inPieces.error) !== JSON.stringify(error))
    fail('pieces give another error', { shown, lengths, error, inPieces: inPieces.error });
  if ('value' in expected) {
    if (inPieces.text !== text) fail('pieces give another text', { shown, lengths });
    const bare = withoutSpace(expected.text);
    if (withoutSpace(text) !== bare) fail('more than white space changed', { shown, text });
    if (formatPieces(bytes, [], { indent: 'none' }).text !== bare) fail('not minified', { shown });
    if (JSON.stringify(expected.value) === bare && text !== JSON.stringify(expected.value, null, 2))
      fail('laid out in another way than JSON.stringify', { shown, text });
    return true;
  }
  if (!error) return false;
  const { line, column } = placeOf(bytes, error.offset);
  if (error.line !== line || error.column !== column) fail('wrong line or column', { shown, error, line, column });
  const position = positionOf(expected.refusal);
  const ours = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, error.offset)).length;
  if (position !== undefined && error.code === 'syntax' && position !== ours)
    fail('V8 stops elsewhere', { shown, position, ours, message: expected.refusal.message });
  return false;
}
