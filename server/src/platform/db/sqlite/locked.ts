import { setTimeout as delay } from 'node:timers/promises';

/**
 * SQLITE_BUSY: another process holds a lock, usually that of the writer, or recovers the WAL after a crash. SQLITE_LOCKED: another statement of this
 * connection does. SQLITE_PROTOCOL: the lock of the WAL changed hands too often.
 */
const lockedCodes = [5, 6, 15];
const primary = 0xff; // mask: the lowest byte of an extended result code is the primary code

/** Whether a statement failed because of a lock, and had no effect. */
export function isLocked(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode !== undefined && lockedCodes.includes(errcode & primary);
}

/** Milliseconds between two attempts at first, doubled after each, and at most. An attempt takes a few microseconds. */
const pauses = { first: 1, max: 10 };

/** Waits between two attempts, longer each time. */
export function attemptPauses(): () => Promise<void> {
  let pause = pauses.first;
  return async () => {
    await delay(pause);
    pause = Math.min(2 * pause, pauses.max);
  };
}

/**
 * Repeats a statement while it fails because of a lock, for at most `patience` milliseconds. SQLite's own `busy_timeout` would block the event loop instead,
 * so connections that run on it have none.
 */
export async function whileLocked<T>(statement: () => T | Promise<T>, patience: number): Promise<T> {
  const pause = attemptPauses();
  for (const until = performance.now() + patience; ; await pause()) {
    try {
      return await statement();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error;
    }
  }
}
