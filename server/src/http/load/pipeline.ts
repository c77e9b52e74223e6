import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Bounds } from './bounds.ts';

const unanswered = new WeakMap<Socket, number>();

/**
 * Bounds the requests on one connection that wait for an answer. Node runs all that one packet holds; here the first beyond the limit is passed on, to be refused
 * (`isTooDeep`) with an answer that closes the connection, and the others are ignored.
 */
export function boundPipeline(server: Server, { pipelined }: Pick<Bounds, 'pipelined'>): void {
  const [handle] = server.listeners('request') as [RequestListener];
  server.off('request', handle);
  server.on('request', (request, response) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? 0;
    if (waiting > pipelined) return;
    unanswered.set(socket, waiting + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    handle(request, response);
  });
}

/** Whether this request is the first one on its connection beyond the limit. */
export const isTooDeep = ({ socket }: IncomingMessage, { pipelined }: Pick<Bounds, 'pipelined'>): boolean =>
  (unanswered.get(socket) ?? 0) > pipelined;
