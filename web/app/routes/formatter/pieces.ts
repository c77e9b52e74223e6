/** Bytes of a piece; what the formatter takes at once. */
export const pieceSize = 256 * 1024;

/** Half of a surrogate pair (Unicode 17.0, section 3.8), and what UTF-8 would make of it if it did not forbid it. */
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const encodedSurrogate = [0xed, 0xa0, 0x80];
/** Characters after one that are shown with it. */
const shownAfter = 1024;

export interface Piece {
  bytes: Uint8Array<ArrayBuffer>;
  last: boolean;
}

/**
 * Turns a text into pieces of UTF-8, to be handed to the worker one by one while it goes through those it has. Half of a character is refused as it would be in a
 * file, so nothing but what is shown with it follows.
 * @param room gives the memory of a piece.
 */
export function* piecesOf(text: string, room: () => ArrayBuffer): Generator<Piece> {
  if (text.isWellFormed()) return yield* encode(text, room, true);
  const at = text.search(loneSurrogate);
  yield* encode(text.slice(0, at), room, false);
  yield { bytes: Uint8Array.from(encodedSurrogate), last: false };
  yield* encode(text.slice(at + 1, at + 1 + shownAfter).toWellFormed(), room, true);
}

const encoder = new TextEncoder();

function* encode(text: string, room: () => ArrayBuffer, last: boolean): Generator<Piece> {
  let from = 0;
  do {
    const piece = new Uint8Array(room());
    let end = from + piece.length;
    // No character is cut in two.
    const unit = text.charCodeAt(end);
    if (unit >= 0xdc00 && unit <= 0xdfff) end++;
    const { read, written } = encoder.encodeInto(text.slice(from, end), piece);
    from += read;
    yield { bytes: piece.subarray(0, written), last: last && from >= text.length };
  } while (from < text.length);
}
