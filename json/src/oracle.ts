/** Test oracle: checks any text against JSON.parse and JSON.stringify, against the formatter in chunks, and against naive counting. */
import { createFormatter } from './formatter.ts';
import type { FormatFailure, FormatterOptions } from './types.ts';

export interface Outcome {
  text: string;
  error?: FormatFailure;
}

/** Formats bytes in chunks of the given lengths, which repeat. */
export function formatInChunks(bytes: Uint8Array, lengths: readonly number[] = [], options: FormatterOptions = {}): Outcome {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  const formatter = createFormatter({ ...options, onOutput: (chunk) => (text += decoder.decode(chunk, { stream: true })) });
  for (let from = 0, index = 0; from < bytes.length; index++) {
    const length = lengths[index % lengths.length] ?? bytes.length;
    if (!formatter.push(bytes.slice(from, from + length))) break;
    from += length;
  }
  const result = formatter.end();
  return result.ok ? { text } : { text, error: result.error };
}

/** Removes white space outside strings. */
function withoutSpace(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g, '$1');
}

/** Returns line and column of an offset by naive counting. */
function lineAndColumnAt(bytes: Uint8Array, offset: number): { line: number; column: number } {
  // The offset is never inside a character, but the text before it may be invalid.
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, offset)).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) as string).length + 1 };
}

function fail(what: string, details: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(details)}`);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parse(bytes: Uint8Array): { value: unknown; text: string } | { parseError: Error } {
  try {
    const text = strict.decode(bytes);
    return { value: JSON.parse(text), text };
  } catch (error) {
    return { parseError: error as Error };
  }
}

/** Returns the error position from V8's message, in UTF-16 code units, if it has one. */
const v8Position = (error: Error): number | undefined => {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  return position === undefined ? undefined : Number(position);
};

/** Throws if the formatter handles these bytes wrongly. @returns whether they are JSON. */
export function checkText(bytes: Uint8Array, lengths: readonly number[]): boolean {
  const expected = parse(bytes);
  const { text, error } = formatInChunks(bytes, [], { verify: true });
  const excerpt = new TextDecoder().decode(bytes);
  if (!error !== 'value' in expected) fail('JSON.parse disagrees', { excerpt, error });
  const chunked = formatInChunks(bytes, lengths, { verify: true });
  if (JSON.stringify(chunked.error) !== JSON.stringify(error))
    fail('chunks give a different error', { excerpt, lengths, error, chunked: chunked.error });
  if ('value' in expected) {
    if (chunked.text !== text) fail('chunks give a different text', { excerpt, lengths });
    const bare = withoutSpace(expected.text);
    if (withoutSpace(text) !== bare) fail('changed more than white space', { excerpt, text });
    if (formatInChunks(bytes, [], { indent: 'none' }).text !== bare) fail('not minified', { excerpt });
    if (JSON.stringify(expected.value) === bare && text !== JSON.stringify(expected.value, null, 2))
      fail('layout differs from JSON.stringify', { excerpt, text });
    return true;
  }
  if (!error) return false;
  const { line, column } = lineAndColumnAt(bytes, error.offset);
  if (error.line !== line || error.column !== column) fail('wrong line or column', { excerpt, error, line, column });
  const position = v8Position(expected.parseError);
  const ours = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, error.offset)).length;
  if (position !== undefined && error.code === 'syntax' && position !== ours)
    fail('V8 reports a different position', { excerpt, position, ours, message: expected.parseError.message });
  return false;
}
