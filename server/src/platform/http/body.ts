import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';
import { isInProcess } from './in-process.ts';
import type { LoadLimits } from './load/load-limits.ts';
import { WaitingBodies, type WaitingBody } from './load/waiting-bodies.ts';
import { networkOf, networksAround } from './rate-limits/address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Present while the body has not arrived completely. */
    waitingBody: WaitingBody | undefined;
  }
  interface FastifyInstance {
    waitingBodies: WaitingBodies;
  }
}

/** Whether the framing announces a body (RFC 9112 section 6.3). A chunked one may still be empty. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Limits the number, the bytes and the time of the bodies that have not arrived, of all endpoints. */
export function limitWaitingBodies(app: FastifyInstance, loadLimits: LoadLimits): void {
  const bodies = new WaitingBodies(loadLimits);
  app.decorate('waitingBodies', bodies);
  app.decorateRequest('waitingBody', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request.headers) || isInProcess(request)) return done();
    const body = bodies.add(networksAround(networkOf(request)));
    request.waitingBody = body;
    reply.raw.once('close', () => bodies.remove(body));
    done(body.failure);
  });
  const timer = setInterval(() => bodies.failSlow(), loadLimits.checkInterval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/**
 * Passes the chunks of a body to `onChunk`, which may throw. Throws `requestTimeout` if the body is too slow, and `unavailable` if it exceeds its network's share of
 * the budget. Leaves the stream open, so that the client can still read the response.
 */
export function readBody(request: FastifyRequest, payload: Readable, onChunk: (chunk: Buffer) => void): Promise<void> {
  const { waitingBody, server } = request;
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      payload.off('data', onData).off('end', settle).off('error', onDisconnect).pause();
      if (waitingBody) server.waitingBodies.remove(waitingBody);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onDisconnect = () => settle(new Failure('malformedRequest'));
    const onData = (chunk: Buffer) => {
      if (waitingBody) server.waitingBodies.receive(waitingBody, chunk.length);
      if (waitingBody?.failure) return; // settled
      try {
        onChunk(chunk);
      } catch (error) {
        settle(error);
      }
    };
    if (waitingBody?.failure) return settle(waitingBody.failure);
    if (waitingBody) waitingBody.onFailure = settle;
    payload.on('data', onData).once('end', settle).once('error', onDisconnect);
  });
}
