import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openSite, type Site } from '../site.ts';

/** A page with a text of as many characters as its URL says. */
const pages = (app: Site['app']) =>
  void app
    .get<{ Params: { length: string } }>('/text/:length', async ({ params }, reply) =>
      reply.type('text/html; charset=utf-8').send('ä'.padEnd(Number(params.length), 'page ')),
    )
    .get<{ Params: { viewer: string } }>('/json/:viewer', async ({ params }, reply) =>
      reply.header('etag', 'W/"same"').send({ text: 'long '.repeat(500), viewer: params.viewer }),
    );
const { app } = await openSite({ pages });
const get = (length: number, accepted: string) => app.inject({ url: `/text/${length}`, headers: { 'accept-encoding': accepted } });

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

test.for(Object.entries(decompress))('compresses with %s', async ([encoding, decompressed]) => {
  for (const length of [2000, 200_000]) {
    const response = await get(length, encoding);
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
    expect(response.rawPayload.length).toBeLessThan(length / 10);
    expect(decompressed(response.rawPayload).toString()).toBe('ä'.padEnd(length, 'page '));
  }
});

test.for([
  ['gzip, deflate, br, zstd', 2000, 'zstd'],
  ['gzip, deflate, br, zstd', 300_000, 'br'],
  ['gzip, deflate, br', 2000, 'br'],
  ['br;q=0.5, GZIP', 2000, 'br'],
  ['zstd;q=0, br; q=0.0, gzip', 2000, 'gzip'],
  ['identity', 2000, undefined],
  ['', 2000, undefined],
] as const)('"%s" gets %i characters as %s', async ([accepted, length, encoding]) => {
  const { headers } = await get(length, accepted);
  expect(headers['content-encoding']).toBe(encoding);
});

test.for(Object.entries(decompress))('answers each viewer with their own content with %s', async ([encoding, decompressed]) => {
  const read = (viewer: string) => app.inject({ url: `/json/${viewer}`, headers: { 'accept-encoding': encoding } });
  for (const viewer of ['ada', 'grace', 'ada', 'grace']) {
    const { rawPayload, headers } = await read(viewer);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', 'content-length': String(rawPayload.length) });
    expect(JSON.parse(decompressed(rawPayload).toString())).toEqual({ text: 'long '.repeat(500), viewer });
  }
});

test('leaves texts that fit into one packet as they are', async () => {
  const { headers, body } = await get(1000, 'zstd');
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body).toBe('ä'.padEnd(1000, 'page '));
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of all buffers in use. */
async function bytesOfBuffers(): Promise<number> {
  collectGarbage();
  await setImmediate(); // buffers of collected compressors are free only now
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test.for(Object.keys(decompress))('a cached response with %s takes little more memory than its bytes', async (encoding) => {
  const read = (viewer: number) => app.inject({ url: `/json/${viewer}`, headers: { 'accept-encoding': encoding } });
  await read(0);
  const before = await bytesOfBuffers();
  for (let viewer = 1; viewer <= 500; viewer++) await read(viewer);
  expect(((await bytesOfBuffers()) - before) / 500).toBeLessThan(5000); // about 100 bytes each
});
