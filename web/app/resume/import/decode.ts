/** The text of bytes that are UTF-8, without its byte order mark; or one sentence that says where they are not. */
export function decode(bytes: Uint8Array): { text: string } | { wrong: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { wrong: 'The file is in UTF-16, and JSON is in UTF-8. Save it as UTF-8 and try again.' };
  const text = read(bytes);
  if (text !== undefined) return { text };
  const { line, column } = firstWrong(bytes);
  return { wrong: `The file is not in UTF-8, as JSON is: line ${line}, column ${column} is no character. Save it as UTF-8 and try again.` };
}

/** Undefined where it is not UTF-8. With `stream` the last character may be cut. */
function read(bytes: Uint8Array, stream = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** The place of the first character that is none: the longest beginning that is UTF-8 ends there. */
function firstWrong(bytes: Uint8Array): { line: number; column: number } {
  let [valid, wrong] = [0, bytes.length];
  while (wrong - valid > 1) {
    const middle = (valid + wrong) >> 1;
    if (read(bytes.subarray(0, middle), true) === undefined) wrong = middle;
    else valid = middle;
  }
  const lines = (read(bytes.subarray(0, valid), true) ?? '').split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
