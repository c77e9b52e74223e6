import { isUtf16 } from '@dev-connector/json/encoding';

/** Decodes UTF-8 and strips the byte order mark. Returns an error message with the position if the bytes are not valid. */
export function decode(bytes: Uint8Array): { text: string } | { error: string } {
  if (isUtf16(bytes)) return { error: 'The file is in UTF-16, but JSON must be UTF-8. Save it as UTF-8 and try again.' };
  const text = read(bytes);
  if (text !== undefined) return { text };
  const { line, column } = firstInvalid(bytes);
  return { error: `The file is not valid UTF-8: see line ${line}, column ${column}. Save it as UTF-8 and try again.` };
}

/** Decodes UTF-8; undefined if the bytes are not valid. With `stream` the last character may be incomplete. */
function read(bytes: Uint8Array, stream = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** Position of the first invalid character, found by a binary search for the longest valid prefix. */
function firstInvalid(bytes: Uint8Array): { line: number; column: number } {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (read(bytes.subarray(0, middle), true) === undefined) invalid = middle;
    else valid = middle;
  }
  const lines = (read(bytes.subarray(0, valid), true) ?? '').split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
