import { brotliCompress, type CompressCallback, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Bytes from which on it pays: less fits one packet anyway. */
const least = 1024;

const compressible = /^text\/|[/+](json|xml)\b/;

/** Encodings in the order of our liking. The quality costs about as much as gzip and saves a fifth more. */
const encodings: Array<{ name: string; compress: (bytes: Buffer | string, done: CompressCallback) => void }> = [
  {
    name: 'br',
    compress: (bytes, done) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      brotliCompress(bytes, { params }, done);
    },
  },
  { name: 'gzip', compress: gzip },
];

/** Behind nobody's proxy too, texts travel small, on another thread's time. Files are streams, and were compressed by the build. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const accepted = request.headers['accept-encoding'];
    if (accepted === undefined || !(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < least) return done();
    if (reply.hasHeader('content-encoding') || !compressible.test(String(reply.getHeader('content-type')))) return done();
    const encoding = encodings.find(({ name }) => accepts(String(accepted), name));
    if (!encoding) return done();
    encoding.compress(payload, (error, compressed) => {
      if (error) return done(error);
      reply.header('content-encoding', encoding.name).header('vary', 'accept-encoding').removeHeader('content-length');
      done(null, compressed);
    });
  });
}

/** Whether an `accept-encoding` names this one, and not to exclude it (RFC 9110 section 12.5.3). */
const accepts = (header: string, name: string): boolean =>
  header.split(',').some((part) => {
    const [coding = '', ...weights] = part.toLowerCase().split(';');
    return coding.trim() === name && !weights.some((weight) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(weight));
  });
