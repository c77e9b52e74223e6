import type { Socket } from 'node:net';
import type { Bounds } from './bounds.ts';

const draining = new WeakSet<Socket>();

/**
 * Ends a connection once everything written to it is sent, and discards what the client still sends so that it can read the answer: a socket that is closed with
 * unread data is reset, and the answer is lost (RFC 9112 section 9.6). Stops after `drainBytes`, or `time` milliseconds after the answer.
 */
export function drain(
  socket: Socket,
  { drainBytes, drainTime, silence }: Pick<Bounds, 'drainBytes' | 'drainTime' | 'silence'>,
  time = drainTime,
): void {
  if (draining.has(socket)) return;
  draining.add(socket);
  let received = 0;
  // Without its listener the HTTP parser gets nothing more, so that no further request on this connection runs.
  socket.removeAllListeners('data').on('data', ({ length }) => {
    received += length;
    if (received > drainBytes) socket.destroy();
  });
  // A client that never reads the answer holds the connection no longer than this, however it trickles.
  const limit = setTimeout(() => socket.destroy(), 2 * silence).unref();
  socket.once('close', () => clearTimeout(limit));
  socket.once('finish', () => {
    const timer = setTimeout(() => socket.destroy(), time);
    socket.once('close', () => clearTimeout(timer));
  });
  socket.end();
  socket.resume();
  // Node stops reading the handle when a request's buffer is full, and the stream does not notice: it waits for data that nobody reads.
  socket._read(0);
}
