import { createHash } from 'node:crypto';
import { fetchBytes } from '../../platform/http/fetch-bytes.ts';
import type { Picture } from './avatars.ts';

const timeout = 5000; // ms
/** A picture of 200 × 200 pixels has at most 160 kB without compression. */
const maxBytes = 200_000;

/** First and last bytes of the accepted types in hexadecimal; a truncated file lacks the last. SVG is not among them, because it can contain scripts. */
const formats: Array<[type: string, pattern: RegExp]> = [
  ['image/png', /^89504e470d0a1a0a.*0000000049454e44ae426082$/],
  ['image/jpeg', /^ffd8ff.*ffd9$/],
  ['image/gif', /^474946383[79]61.*3b$/],
];

/** Returns the media type of a complete picture. */
function typeOf(bytes: Buffer): string | undefined {
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  if (isWebp) return bytes.readUInt32LE(4) + 8 <= bytes.length ? 'image/webp' : undefined; // the header has the length
  const hex = bytes.toString('hex');
  return formats.find(([, pattern]) => pattern.test(hex))?.[0];
}

/**
 * Fetches the picture of an e-mail address from a service with the API of Gravatar. Returns undefined if it has none. Throws if the service fails or sends anything
 * but a picture.
 */
export async function fetchPicture(serviceUrl: string, email: string): Promise<Picture | undefined> {
  const hash = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  const { status, body } = await fetchBytes(`${serviceUrl}/${hash}?s=200&r=pg&d=404`, { timeout, maxBytes });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`the avatar service answered ${status}`);
  const type = typeOf(body);
  if (!type) throw new Error('the avatar service sent something other than a complete picture');
  return { type, bytes: body };
}
