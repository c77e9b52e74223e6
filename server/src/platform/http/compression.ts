import { brotliCompress, type CompressCallback, constants, gzip, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sha256 } from '../sha256.ts';

/** Minimum size in bytes to compress. A smaller response fits into one packet anyway. */
const minSize = 1024;

/** Bytes of cached compressed responses: about 500 pages of posts. */
const cacheBytes = 8_000_000;

const compressible = /^text\/|[/+](json|xml)\b/;

interface Encoding {
  name: string;
  /** Bytes, or characters of a string. */
  maxSize?: number;
  compress: (payload: Buffer | string, done: CompressCallback) => void;
}

/**
 * Encodings by preference. Zstandard needs a fifth of the processor time of the others for the same size, on the main thread: 0.1 ms per 100 KB, at most 1 ms. On
 * another thread it would need as long as Brotli at quality 4, and Brotli needs as long as gzip.
 */
const encodings: Encoding[] = [
  { name: 'zstd', maxSize: 256 * 1024, compress: (payload, done) => done(null, zstdCompressSync(payload)) },
  {
    name: 'br',
    compress: (payload, done) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: 18, // 256 KB instead of 4 MB halves the processor time of concurrent responses
        [constants.BROTLI_PARAM_SIZE_HINT]: payload.length,
      };
      brotliCompress(payload, { params }, done);
    },
  },
  { name: 'gzip', compress: gzip },
];

/**
 * Compresses text responses, for sites without a compressing proxy. Skips streams, because the build has already compressed static files. Recent equal content is not
 * compressed again: entries are found by the hash of the content, because an ETag belongs to one address and one viewer. Pages are not cached, because each has its own nonce,
 * nor are responses to writes, which do not repeat.
 */
export function compressResponses(app: FastifyInstance): void {
  const cache = new LRUCache<string, Buffer>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length });
  app.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding'];
    if (accepted === undefined || !(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < minSize) return done();
    const type = String(reply.getHeader('content-type'));
    if (reply.hasHeader('content-encoding') || !compressible.test(type)) return done();
    const encoding = encodings.find(({ name, maxSize = Infinity }) => payload.length <= maxSize && accepts(String(accepted), name));
    if (!encoding) return done();
    const send = (compressed: Buffer) => {
      const vary = [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
      reply.header('content-encoding', encoding.name).header('vary', vary).removeHeader('content-length');
      done(null, compressed);
    };
    const repeats = request.method === 'GET' && !type.startsWith('text/html');
    const key = repeats ? `${encoding.name} ${sha256(payload)}` : undefined;
    const found = key && cache.get(key);
    if (found) return send(found);
    encoding.compress(payload, (error, compressed) => {
      if (error) return done(error);
      if (key) cache.set(key, Buffer.alloc(compressed.length, compressed)); // a copy: a buffer of zlib has at least 16 kB
      send(compressed);
    });
  });
}

/** Whether an `Accept-Encoding` header lists this encoding without `q=0` (RFC 9110 section 12.5.3). */
const accepts = (header: string, name: string): boolean =>
  header.split(',').some((part) => {
    const [coding = '', ...weights] = part.toLowerCase().split(';');
    return coding.trim() === name && !weights.some((weight) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(weight));
  });
