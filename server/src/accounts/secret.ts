import { randomBytes } from 'node:crypto';
import { sha256 } from '../feed/sha256.ts';

/** A secret for a session or a link: 256 random bits, base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret: its SHA-256, base64url. Enough, because nobody can guess 256 bits. */
export const hashOf = sha256;
