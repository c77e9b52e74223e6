import { v7 } from 'uuid';

/** A new id: UUIDv7 (RFC 9562), and greater than every one before it in this process, so that ids sort as things happened. */
export const newId = (): string => v7();

/** When the id was made (milliseconds since 1970): a UUIDv7 begins with it. */
export const bornAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
