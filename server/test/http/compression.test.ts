import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSite, type Site } from '../site.ts';

/** A page with a text of as many characters as its URL says. */
const pages = (app: Site['app']) =>
  void app.get<{ Params: { length: string } }>('/text/:length', async ({ params }, reply) =>
    reply.type('text/html; charset=utf-8').send('ä'.padEnd(Number(params.length), 'page ')),
  );
const { app } = await openSite({ pages });
const get = (length: number, accepted: string) => app.inject({ url: `/text/${length}`, headers: { 'accept-encoding': accepted } });

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

test.for(Object.entries(decompress))('compresses small and large texts with %s', async ([encoding, decompressed]) => {
  for (const length of [2000, 300_000]) {
    const response = await get(length, encoding);
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
    expect(response.rawPayload.length).toBeLessThan(length / 10);
    expect(decompressed(response.rawPayload).toString()).toBe('ä'.padEnd(length, 'page '));
  }
});

test.for([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, GZIP', 'br'],
  ['zstd;q=0, br; q=0.0, gzip', 'gzip'],
  ['identity', undefined],
  ['', undefined],
] as const)('"%s" gets %s', async ([accepted, encoding]) => {
  const { headers } = await get(2000, accepted);
  expect(headers['content-encoding']).toBe(encoding);
});

test('leaves texts that fit into one packet as they are', async () => {
  const { headers, body } = await get(1000, 'zstd');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body).toBe('ä'.padEnd(1000, 'page '));
});
