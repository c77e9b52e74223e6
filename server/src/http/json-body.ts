import type { FastifyInstance } from 'fastify';
import { Failure } from '../errors.ts';
import { bodyLimits, exceededLimit } from './json-size.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON bodies: another content type or a compressed body gets 415. Treats an empty body with a JSON content type as no body (`PUT like` sends
 * one), and rejects invalid UTF-8, which would otherwise be stored as replacement characters.
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
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
