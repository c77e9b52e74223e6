import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseUnusable } from './db.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** An engine, and words in a migration, `{{word}}`, that the engines spell differently. */
export interface Dialect {
  engine: 'sqlite' | 'postgres';
  /** Type of an id. */
  id: string;
  /** Type of a whole number of milliseconds since 1970. */
  instant: string;
  /** What follows a table's closing parenthesis. */
  table: string;
}

/** Where the program's migrations are. */
export const ourMigrations = new URL('./migrations/', import.meta.url);

/** `0001-name.sql`, or `0001-name.engine.sql`. */
const filePattern = /^(?<version>\d{4})-[\w-]+(?:\.(?<engine>sqlite|postgres))?\.sql$/;

/**
 * The migrations in order, spelled for one engine; once landed they are frozen. What one engine alone needs is in a file that names it, and for the other a
 * step that does nothing, so that a version means the same on both.
 */
export function readMigrations({ engine, ...words }: Dialect, folder: URL): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = filePattern.exec(name)?.groups;
      if (!file) return [];
      const concerned = file.engine === undefined || file.engine === engine;
      let sql = concerned ? readFileSync(new URL(name, folder), 'utf8') : '';
      for (const [word, spelling] of Object.entries(words)) sql = sql.replaceAll(`{{${word}}}`, spelling);
      return [{ version: Number(file.version), name, sql }];
    });
}

/** The migrations that a database at `version` still needs. Refuses a version that a newer program wrote, and one that no program writes. */
export function pending(migrations: Migration[], version: number): Migration[] {
  if (!Number.isSafeInteger(version) || version < 0)
    throw new DatabaseUnusable(`The database says that it is at version ${version}, which no program writes: restore a backup.`);
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new DatabaseUnusable(
      `The database is at version ${version}, but this program knows only version ${newest}. Start the newer program again, or restore a backup made before the upgrade.`,
    );
  }
  return migrations.filter((migration) => migration.version > version);
}
