import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';
import { hasBody, readBody } from './body.ts';
import { bodyLimits, exceededLimit } from './json-size.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON bodies: another content type or a compressed body gets 415. A write without a body is one whatever its content type says, because clients
 * send their default type with every request. Rejects invalid UTF-8, which would otherwise be stored as replacement characters.
 */
export function readJson(app: FastifyInstance): void {
  acceptJsonOf(app, ['application/json'], 'notJson');
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify parses nothing if there is neither a body nor a type, and passes a body without a type to the parser of other types.
    if (!hasBody(request.headers) || !request.mediaType) delete request.headers['content-type'];
    done();
  });
}

/** Accepts only JSON bodies of these media types on the routes of a scope. */
export function acceptJsonOf(scope: FastifyInstance, types: string[], refusal: Refusal): void {
  const parse = scope.getDefaultJsonParser('remove', 'remove');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(types, (request, payload, done) => {
    readBytes(request, payload).then((bytes) => {
      if (bytes.length === 0) return done(null, undefined);
      if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) return done(new Failure('bodyEncoded'));
      const text = decode(bytes);
      if (text === undefined) return done(new Failure('malformedJson'));
      if (exceededLimit(text, bodyLimits)) return done(new Failure('bodyTooComplex'));
      parse(request, text, done);
    }, done);
  });
  scope.addContentTypeParser('*', refuseBytes(refusal));
}

async function readBytes(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit;
  if (Number(request.headers['content-length']) > limit) throw new Failure('bodyTooLarge');
  const chunks: Buffer[] = [];
  let length = 0;
  await readBody(request, payload, (chunk) => {
    length += chunk.length;
    if (length > limit) throw new Failure('bodyTooLarge');
    chunks.push(chunk);
  });
  request.bodyBytes = length;
  return Buffer.concat(chunks, length);
}

/** The error for a body of another media type. */
type Refusal = 'notJson' | 'notMultipart' | 'notReport';

/** Returns a parser that refuses a body at its first byte. */
export const refuseBytes = (reason: Refusal) => async (request: FastifyRequest, payload: IncomingMessage) => {
  if (request.is404) return;
  await readBody(request, payload, () => {
    throw new Failure(reason);
  });
};

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
