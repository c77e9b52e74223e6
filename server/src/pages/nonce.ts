import { randomFillSync } from 'node:crypto';

/** Bytes of a nonce: 128 bits, as CSP asks for. */
const size = 16;
/** Drawn together, because a call for a few random bytes costs more than the bytes. */
const supply = Buffer.alloc(64 * size);
let used = supply.length;

/** A nonce that nobody can guess, base64: a new one at every call. */
export function newNonce(): string {
  if (used === supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  used += size;
  return supply.toString('base64', used - size, used);
}
