import { performance } from 'node:perf_hooks';

/**
 * The number of the current event loop iteration. It increases with each poll for I/O, so a value read in one iteration is current for every request received
 * in it. (`setImmediate` cannot mark the end of an iteration: scheduled from another immediate, it runs after the next poll.)
 */
export const eventLoopTick = (): number => performance.nodeTiming.uvMetricsInfo.loopCount;
