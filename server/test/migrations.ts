import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ourMigrations } from '../src/platform/db/migrations.ts';
import { onCleanup } from './cleanup.ts';

/** The version of this release's schema. */
export const newestVersion = Number.parseInt(readdirSync(ourMigrations).toSorted().at(-1) ?? '', 10);

/** Returns the folder of our migrations up to a version, as in an earlier release. */
export function migrationsUntil(version: number): URL {
  const folder = mkdtempSync(join(tmpdir(), 'dev-connector-migrations-'));
  onCleanup(() => rmSync(folder, { recursive: true }));
  for (const name of readdirSync(ourMigrations))
    if (Number.parseInt(name, 10) <= version) cpSync(new URL(name, ourMigrations), join(folder, name));
  return pathToFileURL(`${folder}/`);
}

/** Returns the folder of our migrations and one more, as in a later release. */
export function withLaterMigration(sql: string): URL {
  const folder = migrationsUntil(newestVersion);
  writeFileSync(new URL(`${String(newestVersion + 1).padStart(4, '0')}-later.sql`, folder), sql);
  return folder;
}
