import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** Replaces a small file, so that a crash or a full disk leaves either the old or the new one. Only its owner can read it. */
export function writeFileAtomically(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`;
  try {
    const descriptor = openSync(part, 'w', 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
