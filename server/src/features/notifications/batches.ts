import { setImmediate } from 'node:timers/promises';

/** Members per statement of a job that notifies many. */
export const batch = 200;

/** Calls `notify` with the members that `read` returns, a batch at a time, in the order of `key`. Stops when the signal aborts. */
export async function inBatches(
  read: (after: string) => Promise<Array<{ key: string; id: string }>>,
  notify: (userIds: string[]) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const rows: Array<{ key: string; id: string }> = await read(after);
    if (rows.length > 0) await notify(rows.map(({ id }) => id));
    after = rows.at(-1)?.key;
    await setImmediate();
  }
}
