import { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure, RateLimited } from '../../errors.ts';
import { closeWith } from '../problems.ts';
import { networkOfSocket } from '../rate-limits/address.ts';
import { Counts } from '../rate-limits/counts.ts';
import { drain } from './drain.ts';
import type { LoadLimits } from './load-limits.ts';

/** Connections from trusted proxies, which carry the requests of many visitors. */
const shared = new WeakSet<Socket>();

/** Ends the count of each connection. */
const counted = new WeakMap<Socket, () => void>();

/** Lets a connection with an event stream, which has limits of its own, count no longer. */
export const leaveConnectionLimits = (socket: Socket): void => counted.get(socket)?.();

/** `Retry-After` for an address with too many connections, in milliseconds. */
const retryAfter = 5_000;

/**
 * Limits the number of open connections, in total and per address. The proxies in TRUST_PROXY are exempt from the limit per address, because they carry the
 * connections of all visitors. Also drains connections on close, so that clients that are still sending can read the response.
 */
export function limitConnections({ server }: FastifyInstance, trustProxy: string[] | undefined, loadLimits: LoadLimits): void {
  const isProxy = compile(trustProxy ?? []);
  const open = new Counts();
  const refused = new Counts();
  let all = 0;

  server.on('connection', (socket: Socket) => {
    socket.destroySoon = () => drain(socket, loadLimits); // Node calls this after the last response on a connection
    const network = networkOfSocket(socket);
    const exempt = isProxy(socket.remoteAddress ?? '', 0);
    if (exempt) shared.add(socket);
    const tooManyHere = !exempt && open.of(network) >= loadLimits.connectionsPerAddress;
    if (!tooManyHere && all < loadLimits.connections) {
      all++;
      open.add(network);
      const leave = () => {
        if (!counted.delete(socket)) return;
        all--;
        open.remove(network);
      };
      counted.set(socket, leave);
      socket.once('close', leave);
      return;
    }
    // Closes further connections of an address without a response, so that rejected connections cannot fill `maxConnections`.
    if (!exempt && refused.of(network) >= loadLimits.refusedPerAddress) return void socket.destroy();
    refused.add(network);
    socket.once('close', () => refused.remove(network));
    refuse(socket, tooManyHere ? new RateLimited(retryAfter) : new Failure('unavailable'), loadLimits);
  });
  // Also limits the connections that are being rejected. Node closes any beyond this without a response.
  server.maxConnections = 2 * loadLimits.connections + loadLimits.streams.total;

  // Node would close the connection without a response.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => {});
    closeWith(new Failure('methodNotAllowed'), socket, loadLimits);
  });
}

/** Pauses reading from the connection after this reply, which limits the rate of rejections no matter how fast the client sends. */
export function slowDown({ raw }: FastifyReply, { pause }: Pick<LoadLimits, 'pause'>): void {
  const { socket } = raw;
  if (!(socket instanceof Socket) || shared.has(socket)) return; // an injected request has no real socket
  raw.once('finish', () => {
    if (socket.destroyed || socket.writableEnded) return;
    socket.pause();
    // No listener for `close`: each rejection on the connection would add one. Resuming a closed socket has no effect.
    setTimeout(() => socket.resume(), pause).unref();
  });
}

/** Waits for the first bytes before it responds, because an earlier response confuses clients. Closes the connection of a client that sends nothing. */
function refuse(socket: Socket, failure: Failure, loadLimits: LoadLimits): void {
  socket.on('error', () => {}); // the client may reset the connection first
  const timer = setTimeout(() => socket.destroy(), loadLimits.drainTime);
  socket.once('close', () => clearTimeout(timer));
  socket.removeAllListeners('data').once('data', () => {
    clearTimeout(timer);
    closeWith(failure, socket, loadLimits);
  });
}
