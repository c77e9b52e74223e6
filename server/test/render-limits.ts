import type { RenderLimits } from '../src/rendering/queue.ts';

/** The usual limits, but with more time, so that tests do not fail on a busy machine. In milliseconds. */
export const renderLimits: RenderLimits = { queue: 6, queueOfClient: 2, wait: 60_000, render: { cpu: 60_000, wall: 60_000 } };
