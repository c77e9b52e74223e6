import { readSync, writeSync } from 'node:fs';

/**
 * Reading and writing that wait. A program that only pipes bytes through has nothing else to do meanwhile, and waiting is all the
 * backpressure there is: no more than one piece is ever in memory.
 */
const CHUNK = 256 * 1024;

/** How long to wait, in milliseconds, when a pipe that does not block is full or empty. */
const PAUSE = 2;

const never = new Int32Array(new SharedArrayBuffer(4));

/** Does it again until the pipe is ready. */
function whenReady<T>(transfer: () => T): T {
  while (true) {
    try {
      return transfer();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(never, 0, 0, PAUSE);
    }
  }
}

/** The content of a file or pipe, piece by piece in the same memory: a piece is gone when the next is asked for. */
export function* readChunks(descriptor: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  while (true) {
    let length: number;
    try {
      length = whenReady(() => readSync(descriptor, buffer));
    } catch (error) {
      // So Windows tells of a closed pipe.
      if ((error as NodeJS.ErrnoException).code === 'EOF') return;
      throw error;
    }
    if (length === 0) return;
    yield buffer.subarray(0, length);
  }
}

/** Writes all bytes. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += whenReady(() => writeSync(descriptor, bytes, from));
}
