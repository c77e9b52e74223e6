import { Socket } from 'node:net';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure, RateLimited } from '../../errors.ts';
import { closeWith } from '../problems.ts';
import { networkOfSocket } from '../rate-limits/address.ts';
import { Counts } from '../rate-limits/counts.ts';
import type { Bounds } from './bounds.ts';
import { drain } from './drain.ts';

/** Connections of proxies: they carry the requests of many visitors. */
const shared = new WeakSet<Socket>();

/** Milliseconds after which a client whose address has too many connections may try again. */
const retryAfter = 5_000;

/**
 * Bounds the open connections, in all and per address, so that one address cannot use them up. The proxies in TRUST_PROXY are exempt from the share: theirs are
 * the connections of all visitors. Also lets clients that are still sending read the answer after which their connection is closed.
 */
export function limitConnections({ server }: FastifyInstance, trustProxy: string[] | undefined, bounds: Bounds): void {
  const isProxy = compile(trustProxy ?? []);
  const open = new Counts();
  const refused = new Counts();
  let all = 0;

  server.on('connection', (socket: Socket) => {
    socket.destroySoon = () => drain(socket, bounds); // Node calls this after the last answer on a connection
    const network = networkOfSocket(socket);
    const exempt = isProxy(socket.remoteAddress ?? '', 0);
    if (exempt) shared.add(socket);
    const tooManyHere = !exempt && open.of(network) >= bounds.connectionsPerAddress;
    if (!tooManyHere && all < bounds.connections) {
      all++;
      open.add(network);
      socket.once('close', () => {
        all--;
        open.remove(network);
      });
      return;
    }
    // A flood of refused connections must not fill `maxConnections`: beyond a few per address, they are closed without an answer.
    if (!exempt && refused.of(network) >= bounds.refusedPerAddress) return void socket.destroy();
    refused.add(network);
    socket.once('close', () => refused.remove(network));
    refuse(socket, tooManyHere ? new RateLimited(retryAfter) : new Failure('unavailable'), bounds);
  });
  // Connections being refused are bounded too; beyond that, Node closes new ones without an answer.
  server.maxConnections = 2 * bounds.connections;

  // Node would close the connection without an answer.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => {});
    closeWith(new Failure('methodNotAllowed'), socket, bounds);
  });
}

/** Reads nothing from a connection for a while after this reply, so that refusing an address's requests costs little however fast it sends. */
export function slowDown({ raw }: FastifyReply, { pause }: Pick<Bounds, 'pause'>): void {
  const { socket } = raw;
  if (!(socket instanceof Socket) || shared.has(socket)) return; // an injected request has no real socket
  raw.once('finish', () => {
    if (socket.destroyed || socket.writableEnded) return;
    socket.pause();
    const timer = setTimeout(() => socket.resume(), pause);
    socket.once('close', () => clearTimeout(timer));
  });
}

/** Answers the first bytes, because an answer before them confuses clients. A client that sends nothing is closed without one. */
function refuse(socket: Socket, failure: Failure, bounds: Bounds): void {
  socket.on('error', () => {}); // the client may break off first
  const timer = setTimeout(() => socket.destroy(), bounds.drainTime);
  socket.once('close', () => clearTimeout(timer));
  socket.removeAllListeners('data').once('data', () => {
    clearTimeout(timer);
    closeWith(failure, socket, bounds);
  });
}
