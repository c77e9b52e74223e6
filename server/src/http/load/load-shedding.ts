import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { Failure, RateLimited } from '../../errors.ts';
import { isInProcess } from '../in-process.ts';
import { networkOf } from '../rate-limits/address.ts';
import { Counts } from '../rate-limits/counts.ts';
import type { Bounds } from './bounds.ts';
import { slowDown } from './connections.ts';
import { boundPipeline, isTooDeep } from './pipeline.ts';

const second = 1_000; // ms

/**
 * Refuses requests that this process cannot serve soon, before they cost anything, so that those it accepts are served: more in flight than `bounds` allow, in all
 * and per address, and everything while the event loop is late time and again or memory runs out. Health checks are bound to their address's share alone: a
 * busy process is alive, and taking it out of service makes the others busier.
 */
export function shedLoad(app: FastifyInstance, bounds: Bounds): void {
  const pressed = watch(app, bounds);
  const lateInTurn = turns(bounds);
  boundPipeline(app.server, bounds);
  const perAddress = new Counts();
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (isInProcess(request)) return done(); // its page is in flight
    const network = networkOf(request);
    if (isTooDeep(request.raw, bounds)) {
      reply.header('connection', 'close');
      return done(new RateLimited(second));
    }
    if (perAddress.of(network) >= bounds.requestsPerAddress) {
      slowDown(reply, bounds);
      return done(new RateLimited(second));
    }
    const isHealthCheck = request.routeOptions.config.endpoint?.healthCheck === true;
    if (!isHealthCheck && (inFlight >= bounds.requests || pressed() || lateInTurn())) return done(new Failure('unavailable'));
    inFlight++;
    perAddress.add(network);
    reply.raw.on('close', () => {
      inFlight--;
      perAddress.remove(network);
    });
    done();
  });
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
