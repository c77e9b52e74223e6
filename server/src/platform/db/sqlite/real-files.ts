import { realpathSync, statSync } from 'node:fs';

/** Returns the file that a symbolic link leads to, or the path itself if it cannot be followed. */
export function realFile(file: string): string {
  if (process.platform === 'win32') return file; // SQLite does not follow links there
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Returns the path of the write-ahead log, which is beside the file that a symbolic link leads to. */
export const walOf = (file: string): string => `${realFile(file)}-wal`;

/** Returns the path of the shared memory of the processes. */
export const shmOf = (file: string): string => `${realFile(file)}-shm`;

/** Size of the write-ahead log in bytes; 0 if there is none. */
export const walSize = (file: string): number => statSync(walOf(file), { throwIfNoEntry: false })?.size ?? 0;
