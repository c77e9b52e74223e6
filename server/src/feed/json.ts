import { sha256 } from './sha256.ts';

/** The JSON of a `T`, already serialized to UTF-8. route.ts sends it unchanged. */
export type Json<T> = Buffer & { readonly of?: T };

/**
 * JSON and its entity tag. The tag is a hash of content and not of versions, because versions repeat after a restore from a backup while clients may cache an
 * entity tag indefinitely.
 */
export interface Tagged<T> {
  json: Json<T>;
  tag: string;
}

/** The JSON of an object without its closing brace, so that members can be appended. */
export type OpenJson<T> = Buffer & { readonly openOf?: T };

export const toOpenJson = <T extends object>(value: T): OpenJson<T> => {
  const text = JSON.stringify(value).slice(0, -1);
  // Allocates separate memory, because a small `Buffer.from` would retain its whole 8 KB pool while it is cached.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** Closes an object. `ending` is ASCII: the last members, if any, and the closing brace. */
export const closeJson = <T>(json: OpenJson<unknown>, ending: string): Json<T> => Buffer.concat([json, Buffer.from(ending)]);

/** Closes objects, each with its ending, and joins them into an array. Writes into one buffer, because `Buffer.concat` takes twice as long. */
export function joinJson<T>(items: Array<OpenJson<unknown>>, endings: string[]): Json<T[]> {
  let length = 1 + Math.max(1, items.length);
  for (const [index, json] of items.entries()) length += json.length + endingAt(endings, index).length;
  const bytes = Buffer.allocUnsafe(length);
  let end = bytes.write('[', 'latin1');
  for (const [index, json] of items.entries()) {
    if (index > 0) end += bytes.write(',', end, 'latin1');
    bytes.set(json, end);
    end += json.length;
    end += bytes.write(endingAt(endings, index), end, 'latin1');
  }
  bytes.write(']', end, 'latin1');
  return bytes;
}

const endingAt = (endings: string[], index: number) => endings[index] ?? '}';
