import type { Socket } from 'node:net';
import type { LoadLimits } from './load-limits.ts';

const draining = new WeakSet<Socket>();

/**
 * Ends a connection after all written data is sent, and discards further input until the client closes its side. Closing a socket with unread data would reset
 * it and could lose the response (RFC 9112 section 9.6). Destroys the socket after `drainBytes`, or `time` milliseconds after the response.
 */
export function drain(
  socket: Socket,
  { drainBytes, drainTime, idle }: Pick<LoadLimits, 'drainBytes' | 'drainTime' | 'idle'>,
  time = drainTime,
): void {
  if (draining.has(socket)) return;
  draining.add(socket);
  let received = 0;
  // Detaches the HTTP parser, so that no further request on this connection runs.
  socket.removeAllListeners('data').on('data', ({ length }) => {
    received += length;
    if (received > drainBytes) socket.destroy();
  });
  // Bounds the time for a client that reads the response slowly or not at all.
  const limit = setTimeout(() => socket.destroy(), 2 * idle).unref();
  socket.once('close', () => clearTimeout(limit));
  socket.once('finish', () => {
    const timer = setTimeout(() => socket.destroy(), time);
    socket.once('close', () => clearTimeout(timer));
  });
  socket.end();
  socket.resume();
  // Node stops reading the handle when a request's buffer is full, and `resume` alone does not restart it.
  socket._read(0);
}
