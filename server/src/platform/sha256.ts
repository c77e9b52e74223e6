import { hash } from 'node:crypto';

/** Returns the SHA-256 digest in base64url, used for entity tags and stored secrets. */
export const sha256 = (content: string | Buffer): string => hash('sha256', content, 'base64url');
