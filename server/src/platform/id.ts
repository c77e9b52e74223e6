import { v7 } from 'uuid';

/** The greatest id that this process has created or seen. */
let newest = '';

/** Maximum time in an id that is accepted (milliseconds since 1970): 48 bits, minus a reserve for the ids that follow. */
const maxTime = 2 ** 48 - 2 ** 40;

/** Creates a UUIDv7 (RFC 9562) that is greater than all previous ids, so that ids sort by creation even after the clock has gone back. */
export function newId(): string {
  let id = v7();
  if (id <= newest) id = v7({ msecs: timeOfId(newest) + 1 });
  newest = id;
  return id;
}

/** Makes all further ids greater than this one. Ignores an id whose time is implausible. */
export function continueFrom(id: string): void {
  if (id > newest && timeOfId(id) < maxTime) newest = id;
}

/** Returns a prefix that is less than all ids of this time (milliseconds since 1970) and later ones, and greater than earlier ones. */
export function firstIdAt(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-`;
}

/** Returns the time in an id (milliseconds since 1970), which is ahead of the clock for ids created after the clock has gone back. */
export const timeOfId = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
