import { limits } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';

/**
 * Refuses requests whose headers are ambiguous, where a proxy before us may see another request than we do, and closes connections that would otherwise carry
 * much that nobody reads.
 */
export function checkFraming(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const failure = faultOf(request);
    if (failure) reply.header('connection', 'close'); // where its next request begins is anybody's guess
    done(failure);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    closeIfUnread(request, reply);
    done();
  });
  // A body that is refused by its length is not asked for.
  app.server.on('checkContinue', (request, response) => {
    if (!(Number(request.headers['content-length']) > limits.body)) response.writeContinue();
    app.server.emit('request', request, response);
  });
  // An expectation that we do not know is one that we need not meet (RFC 9110 section 10.1.1); Node's own answer is no problem+json.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** Node has refused a length beside chunks, and two different lengths. */
function faultOf({ headers, raw: { httpVersion, rawHeaders } }: FastifyRequest): Failure | undefined {
  if (headers.host === undefined ? httpVersion === '1.1' : isRepeated('host', rawHeaders)) return new Failure('malformedRequest');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return new Failure('malformedRequest'); // RFC 9112 section 6.1
  return coding.toLowerCase() === 'chunked' ? undefined : new Failure('transferCodingUnknown');
}

/** `headers` has the first of several Host lines alone. */
function isRepeated(name: string, rawHeaders: string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]?.toLowerCase() === name) count++;
  return count > 1;
}

/** Closes the connection after an answer to a request whose body is not read and may be large. Node discards one within the limit, and keeps the connection. */
export function closeIfUnread({ headers, raw: { complete } }: FastifyRequest, reply: FastifyReply): void {
  if (!complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > limits.body))
    reply.header('connection', 'close');
}

/** The path of a request target that names a host too (`GET http://other/x`): we are the origin server, whatever host it names (RFC 9112 section 3.2.2). */
export const originForm = (url: string): string => url.replace(/^https?:\/\/[^/?]*(?=([/?]|$))/i, '').replace(/^(?=\?|$)/, '/');
