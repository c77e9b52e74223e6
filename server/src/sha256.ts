import { hash } from 'node:crypto';

/** The SHA-256 of a text, base64url: as names of contents, and stored secrets, have it here. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url');
