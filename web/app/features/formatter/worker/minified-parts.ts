import type { Parts } from '../messages';
import { closes } from './cursor';
import { LargestParts, type Measured } from './largest-parts';
import type { Output } from './output';

const stepSize = 1024 * 1024;

/**
 * Measures the values of the object or array at `offset`, which may be the offset of its key, or the documents of the output without `offset`. The output has no
 * white space except the line feeds between documents. Reads it once.
 * @param proceed yields to other tasks and returns false if the response is no longer needed.
 */
export async function findMinifiedParts(
  output: Output,
  offset: number | undefined,
  proceed: () => Promise<boolean>,
): Promise<Parts | undefined> {
  const level = offset === undefined ? 0 : 1;
  const separator = offset === undefined ? 0x0a : 0x2c;
  const found = new LargestParts();
  let bracket: number | undefined;
  let part: Measured | undefined;
  let depth = 0;
  let inString = false;
  let isEscaped = false;

  const finish = (end: number) => {
    if (part) found.add({ ...part, bytes: end - part.offset });
    part = undefined;
  };

  scan: for (let base = offset ?? 0; base < output.size; base += stepSize) {
    const bytes = await output.read(base, base + stepSize);
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === 0x5c) isEscaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === separator && depth === level) finish(base + at);
      else if (closes(byte)) {
        depth--;
        if (depth < level) {
          finish(base + at);
          break scan;
        }
      } else {
        if (depth === level) part ??= { index: found.count++, offset: base + at, bytes: 0, opens: false };
        else if (part) part.opens = true;
        if (byte === 0x22) inString = true;
        else if (byte === 0x5b || byte === 0x7b) {
          if (depth < level) bracket = byte;
          depth++;
        }
      }
    }
    if (!(await proceed())) return undefined;
  }
  finish(output.size);
  return found.count > 0 ? found.describe(output, bracket) : undefined;
}
