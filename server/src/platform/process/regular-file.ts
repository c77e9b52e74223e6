import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The message is the end of a sentence about the file. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
}

/** Reads a file of at most `maxBytes`. Throws for a folder, a device or a named pipe, which could block or never end. */
export function readRegularFile(file: string, maxBytes: number): Buffer {
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // opening a named pipe would wait for its writer
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > maxBytes) throw new FileTooLarge(`is too large: ${stats.size} bytes; the maximum is ${maxBytes}`);
    const bytes = Buffer.alloc(maxBytes);
    let length = 0;
    for (let read = -1; read !== 0; length += read) read = readSync(handle, bytes, length, maxBytes - length, null);
    return bytes.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}
