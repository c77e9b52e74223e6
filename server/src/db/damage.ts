import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from './db.ts';

/** A larger file is not read through at every start (bytes): this much takes about a second. */
const readThrough = 256_000_000;

/** The pages pass through once: what the connection may keep of them meanwhile, in SQLite's way of saying kilobytes. */
const passing = -1000;

/**
 * Refuses a file whose pages do not hang together: cut short, overwritten in part, copied while it was in use. Such a one may serve for weeks, and then fail where
 * nobody has a backup any more that is young and whole. Leaves the connection with a small cache.
 */
export function refuseDamaged(database: DatabaseSync, file: string): void {
  if (statSync(file).size > readThrough) return;
  database.exec(`pragma cache_size = ${passing}`);
  const { quick_check: found } = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (found === 'ok') return;
  throw new DatabaseUnusable(
    `The database file ${file} is damaged: ${found.split('\n').at(-1)}. Keep it, with the files beside it, and restore a backup.`,
  );
}
