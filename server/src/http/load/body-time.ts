import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './bounds.ts';

/** Limits how long the body of a request may take. Node has one timeout for all requests, which uploads need to be long. */
export function limitBodyTime(
  app: FastifyInstance,
  { request: usual, upload }: Pick<Bounds, 'request' | 'upload'>,
  onTimeout: (error: NodeJS.ErrnoException, socket: Socket) => void,
): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    done();
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    if (raw.complete !== false || (length === '0' && coding === undefined)) return;
    const time = routeOptions.config.endpoint?.isUpload ? upload : usual;
    const timer = setTimeout(() => {
      if (!raw.complete) onTimeout(Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
    }, time).unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
