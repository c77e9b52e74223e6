/** The JSON of a `T` in UTF-8, made beforehand and sent as it is (route.ts). */
export type Json<T> = Buffer & { readonly of?: T };

export const toJson = <T>(value: T): Json<T> => Buffer.from(JSON.stringify(value));

const opening = Buffer.from('[');
const comma = Buffer.from(',');
const closing = Buffer.from(']');

/** A list of things that are JSON already, each in one piece or in several. */
export function joinJson<T>(items: Array<Buffer | Buffer[]>): Json<T[]> {
  const pieces: Buffer[] = [opening];
  for (const item of items) {
    if (pieces.length > 1) pieces.push(comma);
    if (Buffer.isBuffer(item)) pieces.push(item);
    else pieces.push(...item);
  }
  pieces.push(closing);
  return Buffer.concat(pieces);
}
