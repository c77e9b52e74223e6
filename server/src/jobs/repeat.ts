import { setImmediate } from 'node:timers/promises';

/** Repeats a statement that changes at most `batch` rows until it changes fewer, and lets requests run in between. Stops when the signal aborts. */
export async function repeat(statement: () => Promise<number>, batch: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await statement()) >= batch) await setImmediate();
}
