import { setImmediate } from 'node:timers/promises';
import { firstId } from '../db/db.ts';

/** Repeats a statement that changes at most `batch` rows until it changes fewer, and lets requests run in between. Stops when the signal aborts. */
export async function repeat(statement: () => Promise<number>, batch: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await statement()) >= batch) await setImmediate();
}

/**
 * Walks a table in the order of a key and lets requests run between two ranges. `lastKey` returns the last key of the range after a key, and `change` changes
 * the rows from there. For conditions without an index: no statement reads the whole table. Stops when the signal aborts.
 */
export async function eachRange(
  lastKey: (after: string) => Promise<{ last: string | null } | undefined>,
  change: (after: string, last: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = firstId; !signal.aborted; ) {
    const last = (await lastKey(after))?.last;
    if (!last) return;
    await change(after, last);
    after = last;
    await setImmediate();
  }
}
