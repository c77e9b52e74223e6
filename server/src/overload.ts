import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type { Bounds } from './bounds.ts';
import { Failure } from './errors.ts';
import { isInProcess } from './in-process.ts';
import { refuseConnection } from './problems.ts';

/**
 * Turns away what this process cannot serve soon, at the door and for next to nothing, so that what it has let in is served: connections and requests over
 * their bounds, and everything while the event loop comes late time and again or memory runs out. Health checks are answered all the same: a process that is
 * busy is alive, and who takes it away makes the others busier.
 */
export function shedLoad(app: FastifyInstance, bounds: Bounds): void {
  boundConnections(app, bounds);
  const pressed = watch(app, bounds);
  const lateInTurn = turns(bounds);
  let underWay = 0;
  const ended = () => underWay--;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.endpoint?.unlimited || isInProcess(request)) return done();
    if (underWay >= bounds.requests || pressed() || lateInTurn()) return done(new Failure('unavailable'));
    underWay++;
    reply.raw.on('close', ended);
    done();
  });
}

function boundConnections({ server }: FastifyInstance, { connections, farewell }: Bounds): void {
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
    if (open > connections) refuseConnection(socket, farewell);
  });
  // Those being told that there are too many are bounded too; beyond, the connection is closed without a word.
  server.maxConnections = 2 * connections;
}

/**
 * Says of each request whether it comes too late in a turn of the event loop. In one turn all are served that lie in the sockets: under a flood that is thousands,
 * and whoever is last waits for all before, until clients give up or we blame them for being slow. So what a turn cannot serve in its time is told so,
 * for a hundredth of what serving costs; unless the turn before was in time, because then it is only many who come at once.
 */
function turns({ turn }: Bounds): () => boolean {
  let began: number | undefined;
  let lastWasLong = false;
  const end = () => {
    lastWasLong = began !== undefined && performance.now() - began > turn;
    began = undefined;
  };
  return () => {
    if (began === undefined) {
      began = performance.now();
      setImmediate(end); // runs once the sockets of this turn are through
      return false;
    }
    return lastWasLong && performance.now() - began > turn;
  };
}

/** Looks at the event loop and the memory every so often; says whether either is lost. */
function watch(app: FastifyInstance, { lookEvery, late, lateInARow, memory }: Bounds): () => boolean {
  const heapLimit = getHeapStatistics().heap_size_limit * memory;
  // Outside a container the limit is a number beyond all machines, or none.
  const container = process.constrainedMemory();
  const residentLimit = container > 0 && container <= totalmem() ? container * memory : Number.POSITIVE_INFINITY;
  let last = performance.now();
  let inARow = 0;
  let full = false;
  let looks = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    inARow = now - last - lookEvery > late ? inARow + 1 : 0;
    last = now;
    if (looks++ % 10 === 0) full = getHeapStatistics().used_heap_size > heapLimit || process.memoryUsage.rss() > residentLimit;
  }, lookEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => full || inARow >= lateInARow;
}
