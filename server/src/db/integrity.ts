import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './db.ts';

/** Bytes. Larger files are not checked at start: a check of this size takes about a second. */
const maxCheckedSize = 256_000_000;

/** `cache_size` during the check, in negative kilobytes: each page is read only once. */
const checkCacheSize = -1000;

/**
 * Throws a DatabaseUnusable if the file is corrupt: truncated, partly overwritten, or copied while in use. Such a file can work for weeks and fail when the last
 * good backup is too old. Leaves the connection with a small page cache.
 */
export function requireIntact(database: DatabaseSync, file: string): void {
  if (statSync(file).size > maxCheckedSize) return;
  database.exec(`pragma cache_size = ${checkCacheSize}`);
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (found === 'ok') return;
  throw new DatabaseUnusable(
    `The database file ${file} is damaged: ${found.split('\n').at(-1)}. Keep a copy, including its -wal and -shm files, and restore a backup.`,
  );
}
