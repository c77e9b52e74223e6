/** Bytes per chunk: one input window of the formatter. */
const chunkSize = 256 * 1024;

/** A lone surrogate (Unicode 17.0, section 3.8), and its three-byte encoding, which is invalid UTF-8. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const encodedSurrogate = [0xed, 0xa0, 0x80];
/** Characters after a lone surrogate that the error message may show. */
const shownAfter = 1024;

export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>;
  last: boolean;
}

/**
 * Encodes a text as chunks of UTF-8, which the worker formats while the page encodes the next. After a lone surrogate, which is an error,
 * only the text that the error message shows follows.
 * @param size Bytes per chunk.
 */
export function* encodeChunks(text: string, size = chunkSize): Generator<Chunk> {
  if (text.isWellFormed()) return yield* encode(text, size, true);
  const at = text.search(loneSurrogate);
  yield* encode(text.slice(0, at), size, false);
  yield { bytes: Uint8Array.from(encodedSurrogate), last: false };
  yield* encode(text.slice(at + 1, at + 1 + shownAfter).toWellFormed(), size, true);
}

const encoder = new TextEncoder();

function* encode(text: string, size: number, last: boolean): Generator<Chunk> {
  let from = 0;
  do {
    const buffer = new Uint8Array(size);
    let end = from + buffer.length;
    // Do not split a surrogate pair.
    const unit = text.charCodeAt(end);
    if (unit >= 0xdc00 && unit <= 0xdfff) end++;
    const { read, written } = encoder.encodeInto(text.slice(from, end), buffer);
    from += read;
    yield { bytes: buffer.subarray(0, written), last: last && from >= text.length };
  } while (from < text.length);
}
