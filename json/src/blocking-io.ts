import { readSync, writeSync } from 'node:fs';

/**
 * Synchronous reads and writes. The command only pipes bytes, so blocking provides the backpressure: at most one chunk is in memory.
 */
const CHUNK = 256 * 1024;

/** Milliseconds to wait when a non-blocking pipe is full or empty. */
const RETRY_DELAY = 2;

const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/** Repeats a transfer until it no longer fails with EAGAIN. */
function retryWhileBusy<T>(transfer: () => T): T {
  while (true) {
    try {
      return transfer();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(sleepCell, 0, 0, RETRY_DELAY);
    }
  }
}

/** Yields the content of a file or pipe in chunks. All chunks share one buffer: each is valid until the next one. */
export function* readChunks(descriptor: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  while (true) {
    let length: number;
    try {
      length = retryWhileBusy(() => readSync(descriptor, buffer));
    } catch (error) {
      // Windows reports a closed pipe as EOF.
      if ((error as NodeJS.ErrnoException).code === 'EOF') return;
      throw error;
    }
    if (length === 0) return;
    yield buffer.subarray(0, length);
  }
}

/** Writes all bytes. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += retryWhileBusy(() => writeSync(descriptor, bytes, from));
}
