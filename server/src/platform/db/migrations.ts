import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseUnusable } from './db.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** An engine, and its value for each `{{placeholder}}` in a migration. */
export interface Dialect {
  engine: 'sqlite' | 'postgres';
  /** Type of an id. */
  id: string;
  /** Type of a whole number of milliseconds since 1970. */
  instant: string;
  /** Type of bytes. */
  bytes: string;
  /** Table options after the closing parenthesis. */
  table: string;
  /** Lists the skills of a row of `profiles`, one per row, in the column `value`. */
  eachSkill: string;
}

/** Folder of the migrations of this program. */
export const ourMigrations = new URL('./migrations/', import.meta.url);

/** `0001-name.sql`, or `0001-name.engine.sql`. */
const filePattern = /^(?<version>\d{4})-[\w-]+(?:\.(?<engine>sqlite|postgres))?\.sql$/;

/**
 * Reads the migrations in order, with the placeholders replaced for one engine. Released migrations never change. A file for the other engine becomes an empty
 * step, so that versions mean the same on both engines.
 */
export function readMigrations({ engine, ...placeholders }: Dialect, folder: URL): Migration[] {
  const steps = readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = filePattern.exec(name)?.groups;
      if (!file) return [];
      const applies = file.engine === undefined || file.engine === engine;
      let sql = applies ? readFileSync(new URL(name, folder), 'utf8') : '';
      for (const [name, value] of Object.entries(placeholders)) sql = sql.replaceAll(`{{${name}}}`, value);
      return [{ version: Number(file.version), name, sql }];
    });
  // A version can have a file for each engine.
  return steps.filter(({ version, sql }) => sql !== '' || !steps.some((other) => other.version === version && other.sql !== ''));
}

/** Returns the migrations newer than `version`. Throws if the version is invalid or belongs to a newer program. */
export function pending(migrations: Migration[], version: number): Migration[] {
  if (!Number.isSafeInteger(version) || version < 0)
    throw new DatabaseUnusable(`The database has the invalid version ${version}: restore a backup.`);
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new DatabaseUnusable(
      `The database is at version ${version}, but this program knows only version ${newest}. Start the newer program again, or restore a backup made before the upgrade.`,
    );
  }
  return migrations.filter((migration) => migration.version > version);
}
