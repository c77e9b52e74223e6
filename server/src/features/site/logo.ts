import { limits, logoMessages } from '@dev-connector/contract';

export interface Logo {
  type: string;
  bytes: Buffer;
}

/** First bytes of each accepted type. SVG is not accepted, because it can contain scripts. */
const signatures: Array<[type: string, matches: (bytes: Buffer) => boolean]> = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'))],
];

/** Detects the type of an image by its first bytes. Returns the error message if it cannot be the logo. */
export function toLogo(bytes: Buffer): Logo | { wrong: string } {
  if (bytes.length > limits.logo) return { wrong: logoMessages.size };
  const type = signatures.find(([, matches]) => matches(bytes))?.[0];
  return type ? { type, bytes } : { wrong: logoMessages.type };
}
