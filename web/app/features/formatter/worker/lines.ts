import type { Output } from './output';

/* Finds lines of an indented output from the indentation alone. */
const stepSize = 1024 * 1024;

export const isIndentation = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/** Returns the offset of the first byte of the line at `offset`. */
export async function lineStart(output: Output, offset: number): Promise<number> {
  for (let end = offset; end > 0; end -= stepSize) {
    const base = Math.max(0, end - stepSize);
    const feed = (await output.read(base, end)).lastIndexOf(0x0a);
    if (feed >= 0) return base + feed + 1;
  }
  return 0;
}

/** Returns the offset of the line feed that ends the line at `offset`, or the size of the output. */
export async function lineEnd(output: Output, offset: number): Promise<number> {
  for (let base = offset; base < output.size; base += stepSize) {
    const feed = (await output.read(base, base + stepSize)).indexOf(0x0a);
    if (feed >= 0) return base + feed;
  }
  return output.size;
}

/** Returns the number of bytes of indentation of the line that begins at `start`. */
export async function indentationOf(output: Output, start: number): Promise<number> {
  for (let from = start; ; from += stepSize) {
    const bytes = await output.read(from, from + stepSize);
    const length = bytes.findIndex((byte) => !isIndentation(byte));
    if (length >= 0) return from - start + length;
    if (bytes.length < stepSize) return from - start + bytes.length;
  }
}

/** Returns the start of the first line after the one at `start` with at most `indentation`: it closes the object or array opened there. */
export async function closingLine(output: Output, start: number, indentation: number): Promise<number | undefined> {
  for (let base = start; base < output.size; base += stepSize) {
    const bytes = await output.read(base, base + stepSize + indentation + 1);
    for (let feed = bytes.indexOf(0x0a); feed >= 0 && feed < stepSize; feed = bytes.indexOf(0x0a, feed + 1)) {
      const first = bytes[feed + 1 + indentation];
      if (first !== undefined && !isIndentation(first)) return base + feed + 1;
    }
  }
  return undefined;
}

/** Returns the start of the line that opens the object or array that the line at `start` closes. */
export async function openingLine(output: Output, start: number, indentation: number): Promise<number> {
  for (let end = start - 1; end > 0; end -= stepSize) {
    const base = Math.max(0, end - stepSize);
    const bytes = await output.read(base, end + indentation + 1);
    for (let feed = bytes.lastIndexOf(0x0a, end - base - 1); feed >= 0 || base === 0; feed = bytes.lastIndexOf(0x0a, feed - 1)) {
      if (!isIndentation(bytes[feed + 1 + indentation])) return base + feed + 1;
      if (feed <= 0) break;
    }
  }
  return 0;
}

/** Returns the start of the escape at `offset`, or `offset` if it is not inside one. */
export async function escapeStart(output: Output, offset: number): Promise<number> {
  const before = await output.read(Math.max(0, offset - 6), offset);
  const last = before.lastIndexOf(0x5c);
  if (last < 0) return offset;
  const slash = offset - before.length + last;
  // Backslashes in a row are pairs, each an escaped backslash.
  let start = 0;
  for (let end = slash; end > 0; end -= stepSize) {
    const bytes = await output.read(Math.max(0, end - stepSize), end);
    const index = bytes.findLastIndex((byte) => byte !== 0x5c);
    if (index < 0) continue;
    start = end - bytes.length + index + 1;
    break;
  }
  if ((slash - start) % 2 === 1) return offset;
  const isCode = (await output.read(slash + 1, slash + 2))[0] === 0x75;
  return slash + (isCode ? 6 : 2) > offset ? slash : offset;
}
