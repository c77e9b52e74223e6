import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';
import { bodyLimits, exceededLimit } from './json-size.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON bodies: another content type or a compressed body gets 415. A write without a body is one whatever its content type says, because clients
 * send their default type with every request. Rejects invalid UTF-8, which would otherwise be stored as replacement characters.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) return done(new Failure('bodyEncoded'));
    const text = decode(body as Buffer);
    if (text === undefined) return done(new Failure('malformedJson'));
    if (exceededLimit(text, bodyLimits)) return done(new Failure('bodyTooComplex'));
    parse(request, text, done);
  });
  app.addContentTypeParser('*', refuseBytes('notJson'));
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify parses nothing if there is neither a body nor a type, and passes a body without a type to the parser of other types.
    if (!hasBody(request) || !request.mediaType) delete request.headers['content-type'];
    done();
  });
}

/** Whether the framing announces a body (RFC 9112 section 6.3). A chunked one may still be empty. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns a parser that refuses a body at its first byte. */
export const refuseBytes =
  (reason: 'notJson' | 'notMultipart') =>
  (request: FastifyRequest, payload: IncomingMessage, done: (error: Error | null, body?: undefined) => void): void => {
    if (request.is404) return void done(null);
    const onEnd = () => done(null);
    payload.once('end', onEnd).once('data', () => {
      payload.off('end', onEnd).pause();
      done(new Failure(reason));
    });
  };

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
