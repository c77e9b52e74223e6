import { randomBytes } from 'node:crypto';
import { sha256 } from '../../platform/sha256.ts';

/** Creates the secret of a session or a link: 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes a secret for storage: SHA-256 in base64url. A fast hash is enough, because 256 random bits cannot be guessed. */
export const hashOf = sha256;
