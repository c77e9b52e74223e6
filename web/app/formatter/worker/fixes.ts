import { createFormatter, type Edit } from '@dev-connector/json';

/** Maximum size of a text in which all mistakes are fixed, and the bytes read for that: each fix reads the text again. */
const maxSize = 1024 * 1024;
const maxWork = 256 * 1024 * 1024;

/** Returns the text with an edit. Does not copy it. */
export const withEdit = (text: Blob, { offset, length, text: inserted }: Edit): Blob =>
  new Blob([text.slice(0, offset), inserted, text.slice(offset + length)], { type: text.type });

/** Applies fixes that are certain until none is left. @returns the text and the number of fixes, or undefined if the text is too large. */
export async function fixAll(text: Blob): Promise<{ text: Blob; fixes: number } | undefined> {
  if (text.size > maxSize) return undefined;
  let bytes = new Uint8Array(await text.arrayBuffer());
  let fixes = 0;
  for (let work = bytes.length; work < maxWork; work += bytes.length) {
    const formatter = createFormatter();
    formatter.push(bytes);
    const result = formatter.end();
    const fix = result.ok ? undefined : result.error.fix;
    if (!fix) break;
    bytes = edited(bytes, fix);
    fixes++;
  }
  return { text: new Blob([bytes], { type: text.type }), fixes };
}

function edited(bytes: Uint8Array<ArrayBuffer>, { offset, length, text }: Edit): Uint8Array<ArrayBuffer> {
  const inserted = new TextEncoder().encode(text);
  const result = new Uint8Array(bytes.length - length + inserted.length);
  result.set(bytes.subarray(0, offset));
  result.set(inserted, offset);
  result.set(bytes.subarray(offset + length), offset + inserted.length);
  return result;
}
