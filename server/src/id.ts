import { v7 } from 'uuid';

/** A new id: UUIDv7 (RFC 9562), and greater than every one before it in this process, so that ids sort as things happened. */
export const newId = (): string => v7();
