import { closes } from './cursor';
import { overlap, type Scan, stepSize, type Value } from './scan';

/** Measures values in output without white space except the line feeds between documents. `offset` may be the offset of a key. */
export async function scanMinified({ output, offset, depth: wanted, begin, end, proceed }: Scan) {
  const top = offset === undefined ? 0 : 1;
  const level = top + wanted - 1;
  const separator = level === 0 ? 0x0a : 0x2c;
  let bracket: number | undefined;
  let value: Value | undefined;
  let index = 0;
  let depth = 0;
  let inString = false;
  let isEscaped = false;

  const finish = (to: number) => {
    if (value) end({ ...value, bytes: to - value.offset });
    value = undefined;
  };

  scan: for (let base = offset ?? 0; base < output.size; base += stepSize) {
    const bytes = await output.read(base, base + stepSize + overlap);
    const length = Math.min(bytes.length, stepSize);
    for (let at = 0; at < length; at++) {
      const byte = bytes[at];
      if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === 0x5c) isEscaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === separator && depth === level) finish(base + at);
      else if (closes(byte)) {
        depth--;
        if (depth < level) finish(base + at);
        if (depth < top) break scan;
      } else {
        if (depth > level && value) value.opens = true;
        else if (depth === level && !value) {
          value = { index: index++, offset: base + at, bytes: 0, opens: false };
          begin?.(bytes, at);
        }
        if (byte === 0x22) inString = true;
        else if (byte === 0x5b || byte === 0x7b) {
          if (depth < top) bracket = byte;
          depth++;
          if (depth === level) index = 0;
        }
      }
    }
    if (!(await proceed())) return undefined;
  }
  finish(output.size);
  return { bracket };
}
