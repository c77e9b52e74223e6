import type { Indent } from '@dev-connector/json';
import type { Parts } from '../messages';
import { closes, unitOf } from './cursor';
import { LargestParts, type Measured } from './largest-parts';
import { indentationOf, isIndentation, lineEnd, lineStart } from './lines';
import { findMinifiedParts } from './minified-parts';
import type { Output } from './output';

const stepSize = 1024 * 1024;

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
  if (indent === 'none') return findMinifiedParts(output, offset, proceed);
  const start = offset === undefined ? undefined : await openingOf(output, offset);
  if (start === undefined && offset !== undefined) return undefined;
  const level = start ? start.width + unitOf(indent) : 0;
  const found = new LargestParts();
  let part: Measured | undefined;
  let isIndent = true;
  let width = 0;

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
        if (part && width > level) part.opens = true;
        if (width === level && !closes(bytes[at])) {
          if (part && start) part.bytes--; // the comma
          if (part) found.add(part);
          part = { index: found.count++, offset: base + at, bytes: 0, opens: false };
        }
      }
      const feed = bytes.indexOf(0x0a, at);
      const end = feed < 0 ? bytes.length : feed;
      if (part) part.bytes += end - at;
      at = end;
      if (feed < 0) break;
      at++;
      isIndent = true;
      width = 0;
    }
    if (!(await proceed())) return undefined;
  }
  if (part) found.add(part);
  return found.describe(output, start?.bracket);
}

/** Returns the line at `offset`: the end of the line, its indentation and its last bracket. Undefined if it opens nothing. */
async function openingOf(output: Output, offset: number) {
  const start = await lineStart(output, offset);
  const end = await lineEnd(output, start);
  const bracket = (await output.read(end - 1, end))[0];
  if (bracket !== 0x7b && bracket !== 0x5b) return undefined;
  return { end: end + 1, width: await indentationOf(output, start), bracket };
}
