import { randomBytes } from 'node:crypto';

/** Returns a new random nonce in base64: 128 bits, as the CSP specification recommends. */
export const newNonce = (): string => randomBytes(16).toString('base64');
