import { v7 } from 'uuid';

/** The greatest id that this process has made or seen. */
let newest = '';

/** Milliseconds that the first 48 bits of an id can hold, with room for the ids that follow. */
const maxTime = 2 ** 48 - 2 ** 40;

/** A new id: UUIDv7 (RFC 9562), greater than every one before it, so that ids sort as things happened even after the clock has gone back. */
export function newId(): string {
  let id = v7();
  if (id <= newest) id = v7({ msecs: timeOf(newest) + 1 });
  newest = id;
  return id;
}

/** Makes all further ids greater than this one, unless its time is no clock's. */
export function continueFrom(id: string): void {
  if (id > newest && timeOf(id) < maxTime) newest = id;
}

/** The time in an id (milliseconds since 1970). It is ahead of the clock for ids made after the clock has gone back. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
