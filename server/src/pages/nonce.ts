import { randomFillSync } from 'node:crypto';

/** Nonce size in bytes: 128 bits, as the CSP specification recommends. */
const size = 16;
/** Random bytes for 64 nonces, because each call of the generator has a fixed cost. */
const pool = Buffer.alloc(64 * size);
let used = pool.length;

/** Returns a new random nonce in base64. */
export function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += size;
  return pool.toString('base64', used - size, used);
}
