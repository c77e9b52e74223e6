import { sha256 } from './sha256.ts';

/** The JSON of a `T` in UTF-8, made beforehand and sent as it is (route.ts). */
export type Json<T> = Buffer & { readonly of?: T };

/**
 * JSON and its name, which no other JSON has: its entity tag (route.ts). A hash, and no version of the row: versions come again when an older copy of the database
 * is restored, and clients keep names for as long as they like.
 */
export interface Tagged<T> {
  json: Json<T>;
  tag: string;
}

export const tagged = <T>(json: Json<T>): Tagged<T> => ({ json, tag: sha256(json) });

export const toJson = <T>(value: T): Json<T> => toBytes(JSON.stringify(value));

/** Text as bytes to be kept. They have memory of their own: a small `Buffer.from` would hold on to the eight kilobytes that it is a part of. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d];

/** A list of things that are JSON already, to be kept. */
export function joinJson<T>(items: Buffer[]): Json<T[]> {
  let length = 1 + Math.max(1, items.length);
  for (const item of items) length += item.length;
  // Copied by hand: `Buffer.concat` of a page's pieces takes three times as long.
  const json = Buffer.allocUnsafeSlow(length);
  let end = 0;
  json[end++] = opening;
  for (const item of items) {
    if (end > 1) json[end++] = comma;
    json.set(item, end);
    end += item.length;
  }
  json[end] = closing;
  return json;
}
