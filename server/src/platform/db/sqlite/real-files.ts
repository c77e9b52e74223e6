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

/** Path of the write-ahead log. SQLite keeps it beside the real file. */
export const walOf = (file: string): string => `${realFile(file)}-wal`;

/** Path of the memory that the processes share. */
export const shmOf = (file: string): string => `${realFile(file)}-shm`;

/** Size of the write-ahead log in bytes; 0 if there is none. */
export const walSize = (file: string): number => statSync(walOf(file), { throwIfNoEntry: false })?.size ?? 0;
