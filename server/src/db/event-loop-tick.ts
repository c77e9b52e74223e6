import { performance } from 'node:perf_hooks';

/**
 * The turn of the event loop that this is: it grows with each poll for requests. What is learnt in a turn is true for every request that comes in it, because they
 * all came before it was asked. (A `setImmediate` would tell no such thing: set by another one, it runs after the next poll.)
 */
export const eventLoopTick = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;
