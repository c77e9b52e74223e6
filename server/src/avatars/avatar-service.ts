import { createHash } from 'node:crypto';
import { fetchBytes } from '../http/fetch-bytes.ts';
import type { Picture } from './avatars.ts';

const timeout = 5000; // ms
/** A picture of 200 × 200 pixels has at most 160 kB without compression. */
const maxBytes = 200_000;

/** First bytes of the accepted types in hexadecimal. SVG is not among them, because it can contain scripts. */
const signatures: Array<[type: string, pattern: RegExp]> = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
];

/**
 * Fetches the picture of an e-mail address from a service with the API of Gravatar. Returns undefined if it has none. Throws if the service fails or sends anything
 * but a picture.
 */
export async function fetchPicture(serviceUrl: string, email: string): Promise<Picture | undefined> {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  const { status, body } = await fetchBytes(`${serviceUrl}/${hash}?s=200&r=pg&d=404`, { timeout, maxBytes });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`the avatar service answered ${status}`);
  const start = body.toString('hex', 0, 12);
  const type = signatures.find(([, pattern]) => pattern.test(start))?.[0];
  if (!type) throw new Error('the avatar service sent something other than a picture');
  return { type, bytes: body };
}
