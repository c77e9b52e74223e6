import type { DatabaseSync } from 'node:sqlite';
import type { DatabaseState, Reader } from './db.ts';
import { type Migration, ourMigrations, pending, readMigrations } from './migrations.ts';
import { connected, type Send } from './postgres/client.ts';
import { findPooler } from './postgres/pooler.ts';
import { dialect as postgresDialect, statements as postgresStatements } from './postgres/postgres.ts';
import { migrationRightsProblem, requireTableRights } from './postgres/rights.ts';
import { isStandby, postgresDifferences, readPostgresState, refuseUnfit } from './postgres/schema.ts';
import { alteration } from './schema.ts';
import { damage } from './sqlite/file.ts';
import { type OnNote, openToRead } from './sqlite/read-only.ts';
import { walOf, walSize } from './sqlite/real-files.ts';
import { sqliteDifferences } from './sqlite/schema.ts';
import { dialect as sqliteDialect } from './sqlite/sqlite.ts';
import { readSqliteState } from './sqlite/state.ts';
import { statements as sqliteStatements } from './sqlite/statements.ts';

/** Result of checking a database. */
export interface Examination extends DatabaseState {
  /** Newest migration of this version of the program. */
  newest: number;
  /** One sentence for each problem. */
  problems: string[];
  /** What the admin should know. */
  notes?: string[];
}

/** Bytes. SQLite checkpoints at 4 MB; a WAL larger than this means that checkpoints fail. */
const walLimit = 64_000_000;

/** Checks an SQLite file without changing it, then runs `inspectRows` if the file is intact and current. Throws if the file cannot be read. */
export async function checkSqlite(file: string, inspectRows: (db: Reader) => Promise<string[]>, onNote?: OnNote): Promise<Examination> {
  const database = openToRead(file, onNote);
  try {
    const { version, identity } = readSqliteState(database);
    const migrations = readMigrations(sqliteDialect, ourMigrations);
    const newest = newestOf(migrations);
    const altered = version <= newest ? sqliteAlterations(database, file, migrations, version) : [];
    // The checks below would evaluate expressions in the altered schema.
    if (altered.length > 0) return { version, identity, newest, problems: altered };
    const damaged = damage(database);
    const problems = damaged ? [`${file} is damaged: ${damaged}. Keep a copy, and restore a backup.`] : [];
    const wal = walSize(file);
    if (wal > walLimit)
      problems.push(`${walOf(file)} has grown to ${Math.round(wal / 1e6)} MB: checkpoints are blocked; restart the site.`);
    if (!damaged && version === newest) problems.push(...(await inspectRows(sqliteReader(database))));
    return { version, identity, newest, problems };
  } finally {
    database.close();
  }
}

function sqliteAlterations(database: DatabaseSync, file: string, migrations: Migration[], version: number): string[] {
  pending(migrations, version); // throws if the version is invalid
  return [alteration(file, sqliteDifferences(database, migrations, version)) ?? []].flat();
}

function sqliteReader(database: DatabaseSync): Reader {
  const prepare = sqliteStatements(database);
  return {
    all: async (sql, ...values) => prepare(sql, ...values).all() as never[],
    get: async (sql, ...values) => prepare(sql, ...values).get() as never,
  };
}

/** Checks a PostgreSQL database, including server settings that can lose committed writes. */
export function checkPostgres(url: string, inspectRows: (db: Reader) => Promise<string[]>): Promise<Examination> {
  return connected(url, 'dev-connector doctor', async (send, { client, config }) => {
    await refuseUnfit(send, { standby: true });
    await findPooler(client, config); // throws for one that loses statements
    const standby = await isStandby(send);
    await send('begin read only');
    await requireTableRights(send);
    const migrations = readMigrations(postgresDialect, ourMigrations);
    const newest = newestOf(migrations);
    const { version, identity } = await readPostgresState(send);
    const { rows } = await send(
      "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name",
    );
    const problems = rows.map(({ name }) => `PostgreSQL runs with ${name} = off: committed writes can be lost if the machine crashes.`);
    await send('rollback');
    const lacking = version < newest && !standby ? await migrationRightsProblem(send) : undefined;
    if (lacking) return { version, identity, newest, problems: [...problems, lacking] };
    const altered = version > 0 && version <= newest && !standby ? await postgresAlterations(send, migrations, version) : [];
    problems.push(...altered);
    const notes = standby
      ? ['the server is a read-only standby: backups work, and a start waits until it is promoted; the schema was not compared']
      : [];
    if (altered.length > 0 || version !== newest) return { version, identity, newest, problems, notes };
    await send('begin read only'); // safe here: only an altered schema has rules or views that could change the results
    problems.push(...(await inspectRows(postgresStatements(send))));
    return { version, identity, newest, problems, notes };
  });
}

/** Compares the schema in a transaction that is rolled back, because the comparison creates temporary tables. */
async function postgresAlterations(send: Send, migrations: Migration[], version: number): Promise<string[]> {
  await send('begin isolation level read committed read write');
  const found = await postgresDifferences(send, migrations, version);
  await send('rollback');
  return [alteration('the PostgreSQL database', found) ?? []].flat();
}

const newestOf = (migrations: Migration[]) => migrations.at(-1)?.version ?? 0;
