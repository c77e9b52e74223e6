/** The JSON of a `T` in UTF-8, made beforehand and sent as it is (route.ts). */
export type Json<T> = Buffer & { readonly of?: T };

export const toJson = <T>(value: T): Json<T> => toBytes(JSON.stringify(value));

/** Text as bytes to be kept. They have memory of their own: a small `Buffer.from` would hold on to the eight kilobytes that it is a part of. */
export function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d];

/** A list of things that are JSON already, each in one piece or in several. */
export function joinJson<T>(items: Array<Buffer | Buffer[]>): Json<T[]> {
  let length = 1 + Math.max(1, items.length);
  for (const item of items) {
    if (Buffer.isBuffer(item)) length += item.length;
    else for (const piece of item) length += piece.length;
  }
  // Copied by hand: `Buffer.concat` of a page's pieces takes three times as long.
  const json = Buffer.allocUnsafe(length);
  let end = 0;
  const put = (piece: Buffer) => {
    json.set(piece, end);
    end += piece.length;
  };
  json[end++] = opening;
  for (const item of items) {
    if (end > 1) json[end++] = comma;
    if (Buffer.isBuffer(item)) put(item);
    else for (const piece of item) put(piece);
  }
  json[end] = closing;
  return json;
}
