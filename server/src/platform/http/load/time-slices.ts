import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../../errors.ts';
import { FairQueue } from '../../work-queue/fair-queue.ts';
import { isInProcess } from '../in-process.ts';
import { networkOf, networksAround } from '../rate-limits/address.ts';
import type { LoadLimits } from './load-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Waits until the event loop has time for work on behalf of this request. Throws `unavailable` after `LoadLimits.sliceWait`. */
    timeSlice(request: FastifyRequest): Promise<void>;
  }
}

/** Maximum number of requests that begin in one iteration of the event loop, if each takes no time. */
const maxSteps = 100;

/**
 * Limits the work per event loop iteration, so that a request never waits for the expensive work of all others that arrived with it. Requests run as they
 * arrive until an iteration has lasted `slice` milliseconds. The others wait for the next iterations in a fair queue, by network. They begin after their body
 * has arrived and been parsed; work with several expensive steps calls `timeSlice` before each.
 */
export function sliceWork(app: FastifyInstance, { slice, sliceWait }: Pick<LoadLimits, 'slice' | 'sliceWait'>): void {
  const waiting = new FairQueue<() => void>();
  /** When the work of this iteration began. */
  let began: number | undefined;
  let isScheduled = false;

  const hasTime = () => {
    began ??= performance.now();
    return performance.now() - began < slice;
  };
  const step = () => {
    if (hasTime()) waiting.take()?.item();
  };
  const endIteration = () => {
    began = undefined;
    isScheduled = false;
    // One iteration in between sends the statements of the requests that have just arrived, so that the database works on them during the next slice.
    if (waiting.size > 0) setImmediate(schedule);
  };
  /** Node runs all promises and callbacks that one immediate has settled before the next one, so each step measures the work of the previous ones. */
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    for (let steps = Math.min(waiting.size, maxSteps); steps > 0; steps--) setImmediate(step);
    setImmediate(endIteration);
  };

  /** Returns false if the caller must wait. */
  const begin = () => {
    const isFree = waiting.size === 0 && hasTime();
    schedule();
    return isFree;
  };

  function wait(request: FastifyRequest): Promise<void> {
    const path = networksAround(networkOf(request));
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const item = () => (performance.now() - since < sliceWait ? resolve() : reject(new Failure('unavailable')));
      waiting.add({ path, cost: 1, item });
    });
  }

  app.decorate('timeSlice', async (request) => {
    if (!begin()) await wait(request);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (isInProcess(request) || request.routeOptions.config.endpoint?.healthCheck || begin()) return done();
    wait(request).then(() => done(), done);
  });
}
