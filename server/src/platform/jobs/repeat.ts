import { setImmediate } from 'node:timers/promises';
import { firstId } from '../db/db.ts';

/** Repeats a statement that changes at most `batch` rows until it changes fewer, and lets requests run in between. Stops when the signal aborts. */
export async function repeat(statement: () => Promise<number>, batch: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await statement()) >= batch) await setImmediate();
}

/**
 * Walks a table in the order of a key and lets requests run between two ranges. `change` changes the rows of the range after a key and returns the last key of
 * the range. For conditions without an index: no statement reads the whole table. Stops when the signal aborts.
 */
export async function eachRange(change: (after: string) => Promise<string | undefined>, signal: AbortSignal): Promise<void> {
  let after: string | undefined = firstId;
  while (after !== undefined && !signal.aborted) {
    after = await change(after);
    await setImmediate();
  }
}
