import { sha256 } from './sha256.ts';

/** The JSON of a `T`, already serialized to UTF-8. route.ts sends it unchanged. */
export type Json<T> = Buffer & { readonly of?: T };

/**
 * JSON and its entity tag. The tag is a hash of the JSON and not the row's version, because versions repeat after a restore from a backup while clients
 * may cache an entity tag indefinitely.
 */
export interface Tagged<T> {
  json: Json<T>;
  tag: string;
}

export const tagged = <T>(json: Json<T>): Tagged<T> => ({ json, tag: sha256(json) });

export const toJson = <T>(value: T): Json<T> => toBytes(JSON.stringify(value));

/** Encodes text for caching. Allocates separate memory, because a small `Buffer.from` would retain its whole 8 KB pool. */
function toBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d];

/** Joins serialized items into a JSON array, in memory suitable for caching. */
export function joinJson<T>(items: Buffer[]): Json<T[]> {
  let length = 1 + Math.max(1, items.length);
  for (const item of items) length += item.length;
  // `Buffer.concat` takes three times as long for the items of a page.
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
