import { limits } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';

/**
 * Rejects requests with ambiguous framing, which a proxy in front may parse differently (request smuggling). Also closes connections on which a client would
 * otherwise keep sending a large body that is not read.
 */
export function checkFraming(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const failure = faultOf(request);
    if (failure) reply.header('connection', 'close'); // the start of the next request is ambiguous
    done(failure);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    closeIfUnread(request, reply);
    done();
  });
  // Skips `100 Continue` for a body that exceeds the limit of every endpoint.
  app.server.on('checkContinue', (request, response) => {
    if (!(Number(request.headers['content-length']) > limits.uploadBody)) response.writeContinue();
    app.server.emit('request', request, response);
  });
  // Ignores unknown expectations, as RFC 9110 section 10.1.1 allows. Node would otherwise respond 417 without problem+json.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
}

/** Returns the framing error of a request, if any. Node already rejects `Content-Length` with `Transfer-Encoding`, and conflicting lengths. */
function faultOf({ headers, raw: { httpVersion, rawHeaders } }: FastifyRequest): Failure | undefined {
  if (headers.host === undefined ? httpVersion === '1.1' : isRepeated('host', rawHeaders)) return new Failure('malformedRequest');
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return undefined;
  if (httpVersion === '1.0') return new Failure('malformedRequest'); // RFC 9112 section 6.1
  return coding.toLowerCase() === 'chunked' ? undefined : new Failure('transferCodingUnknown');
}

/** Counts in `rawHeaders`, because Node's `headers` keeps only the first Host header. */
function isRepeated(name: string, rawHeaders: string[]): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length > 1;
}

/** Closes the connection after the response if the request's body is unread and may exceed the limit. Node discards a smaller body and reuses the connection. */
export function closeIfUnread({ headers, raw: { complete } }: FastifyRequest, reply: FastifyReply): void {
  if (!complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > limits.body))
    reply.header('connection', 'close');
}

/**
 * Converts a request target in absolute form (`GET http://other/x`) to origin form. An origin server must accept both (RFC 9112 section 3.2.2). Removes a
 * fragment, which no target may have.
 */
export const originForm = (url: string): string =>
  url
    .replace(/#.*/s, '')
    .replace(/^https?:\/\/[^/?]*(?=([/?]|$))/i, '')
    .replace(/^(?=\?|$)/, '/');
