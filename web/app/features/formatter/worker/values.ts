import type { Indent } from '@dev-connector/json';
import { closes, unitOf } from './cursor';
import { indentationOf, isIndentation, lineEnd, lineStart } from './lines';
import { scanMinified } from './minified-values';
import type { Output } from './output';
import { overlap, type Scan, stepSize, type Value } from './scan';

/**
 * Measures the values of an object or array, or those in its values. Reads them once.
 * @returns its opening bracket, which documents do not have. Undefined if the line opens nothing, or the response is no longer needed.
 */
export function scanValues(indent: Indent, scan: Scan): Promise<{ bracket?: number | undefined } | undefined> {
  return indent === 'none' ? scanMinified(scan) : scanIndented(indent, scan);
}

async function scanIndented(indent: Indent, { output, offset, depth, begin, end, proceed }: Scan) {
  const start = offset === undefined ? undefined : await openingOf(output, offset);
  if (start === undefined && offset !== undefined) return undefined;
  const top = start ? start.width + unitOf(indent) : 0;
  const level = top + (depth - 1) * unitOf(indent);
  let value: Value | undefined;
  let index = 0;
  let isIndent = true;
  let width = 0;

  scan: for (let base = start?.end ?? 0; base < output.size; base += stepSize) {
    const bytes = await output.read(base, base + stepSize + overlap);
    const length = Math.min(bytes.length, stepSize);
    for (let at = 0; at < length; ) {
      if (isIndent) {
        const from = at;
        while (at < length && isIndentation(bytes[at])) at++;
        width += at - from;
        if (at === length) break;
        isIndent = false;
        if (width < top) break scan; // the line that closes the object or array
        if (value && width > level) value.opens = true;
        if (width < level) {
          if (value) end(value);
          value = undefined;
          index = 0;
        } else if (width === level && !closes(bytes[at])) {
          if (value && level > 0) value.bytes--; // the comma
          if (value) end(value);
          value = { index: index++, offset: base + at, bytes: 0, opens: false };
          begin?.(bytes, at);
        }
      }
      const feed = bytes.indexOf(0x0a, at);
      const stop = feed < 0 || feed > length ? length : feed;
      if (value) value.bytes += stop - at;
      at = stop;
      if (at === length) break;
      at++;
      isIndent = true;
      width = 0;
    }
    if (!(await proceed())) return undefined;
  }
  if (value) end(value);
  return { bracket: start?.bracket };
}

/** Returns the line at `offset`: the end of the line, its indentation and its last bracket. Undefined if it opens nothing. */
async function openingOf(output: Output, offset: number) {
  const start = await lineStart(output, offset);
  const end = await lineEnd(output, start);
  const bracket = (await output.read(end - 1, end))[0];
  if (bracket !== 0x7b && bracket !== 0x5b) return undefined;
  return { end: end + 1, width: await indentationOf(output, start), bracket };
}
