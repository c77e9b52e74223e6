import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseUnusable } from './db.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** Words in a migration, `{{word}}`, that the engines spell differently. */
export interface Dialect {
  /** Type of an id. */
  id: string;
  /** Type of a whole number of milliseconds since 1970. */
  instant: string;
  /** What follows a table's closing parenthesis. */
  table: string;
  /** Begins a line that is for SQLite alone. */
  onSqlite: '' | '-- ';
}

/** Where the program's migrations are. */
export const ourMigrations = new URL('./migrations/', import.meta.url);

/** The migrations in order, spelled for one engine. Files are `0001-name.sql`; once landed they are frozen. */
export function readMigrations(dialect: Dialect, folder: URL): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => {
    let sql = readFileSync(new URL(file, folder), 'utf8');
    for (const [word, spelling] of Object.entries(dialect)) sql = sql.replaceAll(`{{${word}}}`, spelling);
    return { version: Number.parseInt(file, 10), name: file, sql };
  });
}

/** The migrations that a database at `version` still needs; refuses a database that a newer program has written. */
export function pending(migrations: Migration[], version: number): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new DatabaseUnusable(
      `The database is at version ${version}, but this program knows only version ${newest}. Start the newer program again, or restore a backup made before the upgrade.`,
    );
  }
  return migrations.filter((migration) => migration.version > version);
}
