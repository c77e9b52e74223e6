import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { LoadLimits } from './load-limits.ts';

const unanswered = new WeakMap<Socket, number>();

/**
 * Limits the number of pipelined requests per connection, because Node runs all requests of a packet. Passes on the first request beyond the limit, which is
 * then rejected (`isTooDeep`) with a response that closes the connection, and ignores the others.
 */
export function boundPipeline(server: Server, { pipelined }: Pick<LoadLimits, 'pipelined'>): void {
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

/** Whether this request exceeds the limit of pipelined requests on its connection. */
export const isTooDeep = ({ socket }: IncomingMessage, { pipelined }: Pick<LoadLimits, 'pipelined'>): boolean =>
  (unanswered.get(socket) ?? 0) > pipelined;
