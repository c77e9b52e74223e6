import { sha256 } from '../sha256.ts';

/** The JSON of a `T`, already serialized to UTF-8. route.ts sends it unchanged. */
export type Json<T> = Buffer & { readonly of?: T };

/**
 * JSON and its entity tag. The tag is a hash of content and not of versions, because versions repeat after a restore from a backup while clients may cache an
 * entity tag indefinitely.
 */
export interface Tagged<T> {
  tag: string;
  /** Builds the JSON, which a 304 does not need. */
  json(): Json<T>;
}

/** The JSON of an object without its closing brace, so that members can be appended. */
export type OpenJson<T> = Buffer & { readonly openOf?: T };

/** Serializes an object for caching, with the hash of its JSON. */
export function toOpenJson<T extends object>(value: T): { json: OpenJson<T>; tag: string } {
  const text = JSON.stringify(value).slice(0, -1);
  // Allocates separate memory, because a small `Buffer.from` would retain its whole 8 KB pool while it is cached.
  const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  json.write(text);
  return { json, tag: sha256(json) };
}

/** What closes an object: its last members, if any, and the closing brace. */
export interface Ending {
  json: Buffer;
  /** Distinguishes the endings in an entity tag. */
  tag: string;
}

export const closingBrace: Ending = { json: Buffer.from('}'), tag: '' };

/** Returns an ending with additional members before those that it has. */
export function withMembers(members: object | undefined, ending: Ending): Ending {
  if (!members) return ending;
  const json = `,${JSON.stringify(members).slice(1, -1)}`;
  return { json: Buffer.concat([Buffer.from(json), ending.json]), tag: sha256(json) + ending.tag };
}

/** An object with its ending. */
export interface JsonItem {
  json: OpenJson<unknown>;
  ending: Ending;
}

export const closeJson = <T>({ json, ending }: JsonItem): Json<T> => Buffer.concat([json, ending.json]);

const [opening, comma, closing] = [0x5b, 0x2c, 0x5d];

/** Joins objects into an array. Copies into one buffer, because `Buffer.concat` takes twice as long. */
export function joinJson<T>(items: JsonItem[]): Json<T[]> {
  let length = 1 + Math.max(1, items.length);
  for (const { json, ending } of items) length += json.length + ending.json.length;
  const bytes = Buffer.allocUnsafeSlow(length);
  let end = 0;
  bytes[end++] = opening;
  for (const { json, ending } of items) {
    if (end > 1) bytes[end++] = comma;
    bytes.set(json, end);
    bytes.set(ending.json, end + json.length);
    end += json.length + ending.json.length;
  }
  bytes[end] = closing;
  return bytes;
}
