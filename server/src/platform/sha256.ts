import { hash } from 'node:crypto';

/** Returns the SHA-256 digest in base64url, used for entity tags and stored secrets. */
export const sha256 = (content: string | Buffer): string => hash('sha256', content, 'base64url');

/**
 * Hashes an address or id for storage in the database, so that the plain value is neither readable nor searchable in a copy. The hash of an IPv4 address can be
 * reversed by brute force: it is a pseudonym, and personal data like the address itself.
 */
export const pseudonym = (text: string) => sha256(text).slice(0, 22);
