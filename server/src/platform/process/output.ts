import { fstatSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Characters that wait for a slow reader. Further text is dropped. */
const maxWaiting = 1_000_000;

/** Standard output or standard error of a site. */
export interface Output {
  /** Never throws, and does not wait for the reader of a pipe: drops a text that cannot be written, because the disk is full, the reader slow or the pipe closed. */
  write(text: string): void;
}

/** Opens a file descriptor. Calls `onLoss` with the reason when the first text is dropped. */
export function openOutput(fd: number, onLoss: (reason: string) => void = () => {}): Output {
  let hasLost = false;
  const lose = (reason: string) => {
    if (!hasLost) onLoss(reason);
    hasLost = true;
  };
  const loseBy = ({ code, message }: NodeJS.ErrnoException) => lose(code ?? message);
  try {
    const type = fstatSync(fd);
    return type.isFIFO() || type.isSocket() ? pipeOutput(fd, loseBy, lose) : fileOutput(fd, loseBy);
  } catch (error) {
    return { write: () => loseBy(error as Error) }; // the process was started with the descriptor closed
  }
}

/** Not `process.stdout`, whose writes to a pipe block the process until the reader has taken them. */
function pipeOutput(fd: number, loseBy: (error: Error) => void, lose: (reason: string) => void): Output {
  const pipe = new Socket({ fd, readable: false, writable: true }).unref();
  pipe.on('error', loseBy);
  return {
    write(text) {
      if (pipe.destroyed) return;
      if (pipe.writableLength > maxWaiting) lose('its reader is too slow');
      else pipe.write(text);
    },
  };
}

/** A file, a device or a terminal, which waits while its user has stopped it. */
const fileOutput = (fd: number, loseBy: (error: Error) => void): Output => ({
  write(text) {
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at); // a disk that is nearly full takes a part
    } catch (error) {
      loseBy(error as Error);
    }
  },
});
