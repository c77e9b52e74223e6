import type { Indent } from '@dev-connector/json';
import type { Part, Parts } from '../messages';
import { closes, readKey, unitOf } from './cursor';
import { indentationOf, isIndentation, lineEnd, lineStart } from './lines';
import type { Output } from './output';

const stepSize = 1024 * 1024;

/** Maximum parts that are returned; more do not fit in the bar. */
const maxParts = 8;

/** Maximum characters of a name. */
const maxName = 80;

interface Measured {
  index: number;
  offset: number;
  bytes: number;
  lines: number;
}

/**
 * Measures the values of the object or array that the line at `offset` opens, or the documents of the output without `offset`. Bytes include keys, but neither
 * the comma between values nor indentation and line feeds. Reads the output once and stores only the largest parts.
 * @param proceed yields to other tasks and returns false if the response is no longer needed.
 */
export async function findParts(
  output: Output,
  indent: Indent,
  offset: number | undefined,
  proceed: () => Promise<boolean>,
): Promise<Parts | undefined> {
  const start = offset === undefined ? undefined : await openingOf(output, offset);
  if (start === undefined && offset !== undefined) return undefined;
  const level = start ? start.width + unitOf(indent) : 0;
  const found: Parts = { bytes: 0, count: 0, largest: [] };
  const largest: Measured[] = [];
  let part: Measured | undefined;
  let isIndent = true;
  let width = 0;

  const finish = () => {
    if (!part) return;
    const { bytes } = part;
    found.bytes += bytes;
    const place = largest.findIndex((other) => other.bytes < bytes);
    if (place >= 0) largest.splice(place, 0, part);
    else if (largest.length < maxParts) largest.push(part);
    largest.length = Math.min(largest.length, maxParts);
  };

  scan: for (let base = start?.end ?? 0; base < output.size; base += stepSize) {
    const bytes = await output.read(base, base + stepSize);
    for (let at = 0; at < bytes.length; ) {
      if (isIndent) {
        const from = at;
        while (at < bytes.length && isIndentation(bytes[at])) at++;
        width += at - from;
        if (at === bytes.length) break;
        isIndent = false;
        if (width < level) break scan; // the line that closes the object or array
        if (width === level && !closes(bytes[at])) {
          if (part && start) part.bytes--; // the comma
          finish();
          part = { index: found.count++, offset: base + at - width, bytes: 0, lines: 0 };
        }
      }
      const feed = bytes.indexOf(0x0a, at);
      const end = feed < 0 ? bytes.length : feed;
      if (part) part.bytes += end - at;
      at = end;
      if (feed < 0) break;
      if (part) part.lines++;
      at++;
      isIndent = true;
      width = 0;
    }
    if (!(await proceed())) return undefined;
  }
  finish();
  for (const part of largest) found.largest.push(await describe(output, part, start?.bracket, level));
  return found;
}

/** Returns the line at `offset`: the end of the line, its indentation and its last bracket. Undefined if it opens nothing. */
async function openingOf(output: Output, offset: number) {
  const start = await lineStart(output, offset);
  const end = await lineEnd(output, start);
  const bracket = (await output.read(end - 1, end))[0];
  if (bracket !== 0x7b && bracket !== 0x5b) return undefined;
  return { end: end + 1, width: await indentationOf(output, start), bracket };
}

async function describe(
  output: Output,
  { index, offset, bytes, lines }: Measured,
  bracket: number | undefined,
  width: number,
): Promise<Part> {
  const name =
    bracket === 0x7b
      ? shorten((await readKey(output, offset + width)).slice(1, -1)) || '""'
      : bracket
        ? `[${index}]`
        : `Document ${index + 1}`;
  return { name, bytes, offset, row: await output.rowOfOffset(offset), opens: lines > 1 };
}

const shorten = (name: string): string => (name.length > maxName ? `${name.slice(0, maxName)}…`.toWellFormed() : name);
