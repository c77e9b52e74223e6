import { hash } from 'node:crypto';

/** The SHA-256 of a text or of bytes, base64url: as names of contents, and stored secrets, have it here. */
export const sha256 = (content: string | Buffer): string => hash('sha256', content, 'base64url');
