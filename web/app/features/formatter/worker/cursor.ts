import { createFormatter, type Indent } from '@dev-connector/json';
import type { Cursor } from '../messages';
import { visible } from '../visible';
import { closingLine, indentationOf, isIndentation, lineEnd, lineStart, openingLine } from './lines';
import type { Output } from './output';

/*
 * The JSON path and the value of a line. In indented output each key, value and bracket has its own line, so the indentation gives the
 * level. The search for the enclosing lines goes backwards and takes time proportional to the distance from the first of them.
 */
const stepSize = 1024 * 1024;
/** Maximum bytes of a key in a path. */
const maxKeySize = 64 * 1024;
/** Maximum bytes of a path. */
const maxPathSize = 1024 * 1024;

const decoder = new TextDecoder();
export const closes = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;

/** Bytes per level. */
export const unitOf = (indent: Indent): number => (indent === 'tab' ? 1 : indent === 'none' ? 0 : indent);

/**
 * Returns the path of the value in the line at `offset`; a closing bracket belongs to the line that opens it. The output must be indented.
 * @param proceed yields to other tasks and returns false if the response is no longer needed.
 */
export async function findCursor(output: Output, indent: Indent, offset: number, proceed: () => Promise<boolean>): Promise<Cursor> {
  const unit = unitOf(indent);
  const start = await lineStart(output, offset);
  let width = await indentationOf(output, start);
  const parts: string[] = [];
  let size = 0;
  let parent: number | undefined;
  /** Start of the line with the key, and the number of elements before it. */
  let opening = closes((await output.read(start + width, start + width + 1))[0]) ? undefined : start;
  let index = opening === undefined ? -1 : 0;
  let next = start;
  for (let top = start - 1; width > 0 && size < maxPathSize; ) {
    const base = Math.max(0, top - stepSize);
    const bytes = await output.read(base, top + width + 1);
    for (let feed = bytes.lastIndexOf(0x0a, top - base - 1); width > 0 && (feed >= 0 || base === 0); ) {
      const line = feed + 1;
      if (!isIndentation(bytes[line + width - unit])) {
        // The line that opens the enclosing object or array.
        parent ??= base + line;
        const bracket = bytes[next - 2 - base] ?? (await output.read(next - 2, next - 1))[0];
        const part = bracket === 0x5b ? `[${index}]` : pathOfKey(await readKey(output, (opening ?? next) + width));
        parts.push(part);
        size += part.length;
        width -= unit;
        opening = base + line;
        index = 0;
      } else if (!isIndentation(bytes[line + width]) && !closes(bytes[line + width])) {
        index++;
        opening ??= base + line;
      }
      next = base + line;
      if (feed <= 0) break;
      feed = bytes.lastIndexOf(0x0a, feed - 1);
    }
    if (base === 0) break;
    top = base;
    if (!(await proceed())) return {};
  }
  return {
    path: size < maxPathSize ? `$${parts.reverse().join('')}` : undefined,
    parentRow: parent === undefined ? undefined : await output.rowOfOffset(parent),
  };
}

/** Reads the quoted key at `from`. */
export async function readKey(output: Output, from: number): Promise<string> {
  const bytes = await output.read(from, from + maxKeySize);
  const end = endOfString(bytes);
  return end === undefined ? `${decoder.decode(bytes.subarray(0, 100))}…"` : decoder.decode(bytes.subarray(0, end));
}

/** Returns the index after the closing quote of the string that begins the bytes. */
export function endOfString(bytes: Uint8Array): number | undefined {
  for (let at = 1; at < bytes.length; at++) {
    if (bytes[at] === 0x5c) at++;
    else if (bytes[at] === 0x22) return at + 1;
  }
  return undefined;
}

/** Writes a quoted key as a part of a path (RFC 9535). Hidden characters are escaped. */
function pathOfKey(key: string): string {
  const name = key.slice(1, -1);
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? `.${name}` : `[${visible(key)}]`;
}

/** Returns the bounds of the value that starts in the line at `offset`, without its key. A closing bracket belongs to the line that opens it. */
async function findBounds(output: Output, offset: number): Promise<{ from: number; to: number }> {
  let start = await lineStart(output, offset);
  const width = await indentationOf(output, start);
  const first = await output.read(start + width, start + width + 1);
  if (closes(first[0])) start = await openingLine(output, start, width);
  const line = await output.read(start + width, start + width + maxKeySize);
  const afterString = line[0] === 0x22 ? endOfString(line) : undefined;
  const from = start + width + (afterString !== undefined && line[afterString] === 0x3a ? afterString + 2 : 0);
  const end = await lineEnd(output, start);
  const last = (await output.read(end - 1, end))[0];
  const opens = last === 0x7b || last === 0x5b;
  const closing = opens ? await closingLine(output, start, width) : undefined;
  return { from, to: closing !== undefined ? closing + width + 1 : last === 0x2c ? end - 1 : end };
}

/** Returns the value that starts in the line at `offset` as a separate text. A value above `maxSize` bytes has only a size. */
export async function findValue(output: Output, indent: Indent, offset: number, maxSize: number): Promise<{ size: number; value?: Blob }> {
  const { from, to } = await findBounds(output, offset);
  if (to - from > maxSize) return { size: to - from };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const formatter = createFormatter({ indent, onOutput: (bytes) => parts.push(bytes.slice()) });
  for (let at = from; at < to; at += stepSize) formatter.push(await output.read(at, Math.min(to, at + stepSize)));
  formatter.end();
  const value = new Blob(parts, { type: 'application/json' });
  return { size: value.size, value };
}

/** Returns the text of the string in the line at `offset`, without quotes and escapes. A string above `maxSize` bytes has only a size. */
export async function findText(output: Output, offset: number, maxSize: number): Promise<{ size: number; value?: Blob }> {
  const { from, to } = await findBounds(output, offset);
  if (to - from > maxSize) return { size: to - from };
  const value = new Blob([JSON.parse(decoder.decode(await output.read(from, to))) as string], { type: 'text/plain' });
  return { size: value.size, value };
}

/** Bytes of a string that show whether it is an object or array. */
const headSize = 256;

/** Returns what the string in the line at `offset` has: other text, or what looks like JSON. Undefined if the value is not a string. */
export async function contentOf(output: Output, offset: number): Promise<'text' | 'json' | undefined> {
  const { from, to } = await findBounds(output, offset);
  const head = decoder.decode(await output.read(from, Math.min(to, from + headSize)));
  if (!head.startsWith('"')) return undefined;
  const tail = decoder.decode(await output.read(Math.max(from, to - headSize), to));
  return /^"(?:\s|\\[nrt])*[{[]/.test(head) && /[}\]](?:\s|\\[nrt])*"$/.test(tail) ? 'json' : 'text';
}
