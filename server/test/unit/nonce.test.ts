import { expect, test } from 'vitest';
import { newNonce } from '../../src/features/pages/page-cache.ts';

test('each nonce is unique and 128 bits in base64', () => {
  const nonces = Array.from({ length: 1000 }, newNonce);
  expect(new Set(nonces).size).toBe(1000);
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
  // No half of a nonce is reused in another one.
  const bytes = nonces.map((nonce) => Buffer.from(nonce, 'base64').toString('hex'));
  expect(new Set(bytes.flatMap((hex) => [hex.slice(0, 16), hex.slice(16)])).size).toBe(2000);
});
