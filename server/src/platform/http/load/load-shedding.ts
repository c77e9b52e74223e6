import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { Failure, RateLimited } from '../../errors.ts';
import { hasBody } from '../body.ts';
import { isInProcess } from '../in-process.ts';
import { networkOf } from '../rate-limits/address.ts';
import { Counts } from '../rate-limits/counts.ts';
import { slowDown } from './connections.ts';
import type { LoadLimits } from './load-limits.ts';
import { boundPipeline, isTooDeep } from './pipeline.ts';

const second = 1_000; // ms

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the count of this request, whose response stays open. */
    leaveFlight: (() => void) | undefined;
  }
}

/**
 * Rejects requests early when the process is overloaded: above the limits of requests in flight, in total or per address, and while the event loop is
 * delayed or memory is nearly full. Only the limits per client apply to health checks: removing a busy process from service would overload the others.
 */
export function shedLoad(app: FastifyInstance, loadLimits: LoadLimits): void {
  const pressed = watch(app, loadLimits);
  boundPipeline(app.server, loadLimits);
  const perAddress = new Counts();
  let inFlight = 0;
  app.decorateRequest('leaveFlight', undefined);
  const admit: onRequestHookHandler = (request, reply, done) => {
    const network = networkOf(request);
    if (perAddress.of(network) >= loadLimits.requestsPerAddress) {
      slowDown(reply, loadLimits);
      return done(new RateLimited(second));
    }
    const isHealthCheck = request.routeOptions.config.endpoint?.healthCheck === true;
    if (!isHealthCheck && (inFlight >= loadLimits.requests || pressed())) return done(new Failure('unavailable'));
    inFlight++;
    perAddress.add(network);
    const leave = () => {
      reply.raw.off('close', leave);
      inFlight--;
      perAddress.remove(network);
    };
    reply.raw.on('close', leave);
    if (request.routeOptions.config.endpoint?.isStream) request.leaveFlight = leave;
    done();
  };
  app.addHook('onRequest', function (request, reply, done) {
    if (isInProcess(request)) return done(); // the request for the page is already counted
    if (isTooDeep(request.raw, loadLimits)) {
      reply.header('connection', 'close');
      return done(new RateLimited(second));
    }
    if (hasBody(request.headers)) return done();
    admit.call(this, request, reply, done);
  });
  // A request that waits for its body is not work: it counts once the body has arrived.
  app.addHook('preValidation', function (request, reply, done) {
    if (isInProcess(request) || !hasBody(request.headers)) return done();
    admit.call(this, request, reply, done);
  });
}

/** Samples event loop delay and memory usage. The returned function reports whether either exceeds its limit. */
function watch(app: FastifyInstance, { sampleInterval, late, maxLateSamples, memory }: LoadLimits): () => boolean {
  const heapLimit = getHeapStatistics().heap_size_limit * memory;
  // Without a limit of the unit or container, Node returns 0 or a value above the machine's memory.
  const residentLimit = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) * memory;
  let last = performance.now();
  let lateSamples = 0;
  let full = false;
  let samples = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lateSamples = now - last - sampleInterval > late ? lateSamples + 1 : 0;
    last = now;
    if (samples++ % 10 === 0) full = getHeapStatistics().used_heap_size > heapLimit || process.memoryUsage.rss() > residentLimit;
  }, sampleInterval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return () => full || lateSamples >= maxLateSamples;
}
