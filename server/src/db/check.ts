import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { Reader } from './db.ts';
import { ourMigrations, pending, readMigrations } from './migrations.ts';
import { dialect as postgresDialect } from './postgres.ts';
import { type Ask, postgresDifferences, refuseUnfit } from './postgres-schema.ts';
import { alteration } from './schema.ts';
import { dialect } from './sqlite.ts';
import { damage, openToRead, versionOf } from './sqlite-file.ts';
import { sqliteDifferences } from './sqlite-schema.ts';

/** What a look at a database found. */
export interface Examination {
  /** The newest migration that the database has seen, and the newest that this program knows. */
  version: number;
  newest: number;
  /** What is wrong, one sentence each. */
  problems: string[];
}

/** A WAL beyond this is not being taken back into the database (bytes); SQLite begins to at 4 MB. */
const walLimit = 64_000_000;

/** Reads a SQLite file through, changing nothing; `look` then asks what only a store can ask. It throws where the file cannot be read at all. */
export async function checkSqlite(file: string, look: (db: Reader) => Promise<string[]>): Promise<Examination> {
  const database = openToRead(file);
  try {
    const version = versionOf(database);
    const altered = alterations(database, file, version);
    // What follows would evaluate expressions of the schema.
    if (altered.length > 0) return { version, newest: newestVersion(), problems: altered };
    const damaged = damage(database);
    const problems = damaged ? [`${file} is damaged: ${damaged}. Keep it, and restore a backup.`] : [];
    const wal = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0;
    if (wal > walLimit)
      problems.push(`${file}-wal has grown to ${Math.round(wal / 1e6)} MB: something keeps it from being taken back; restart the site.`);
    const newest = newestVersion();
    if (!damaged && version === newest) problems.push(...(await look(sqliteReader(database))));
    return { version, newest, problems };
  } finally {
    database.close();
  }
}

function alterations(database: DatabaseSync, file: string, version: number): string[] {
  const migrations = readMigrations(dialect, ourMigrations);
  if (version > (migrations.at(-1)?.version ?? 0)) return []; // only the newer program knows its schema
  pending(migrations, version);
  return [alteration(file, sqliteDifferences(database, migrations, version)) ?? []].flat();
}

/** The same for PostgreSQL, with those of its settings that could cost answered writes. */
export async function checkPostgres(url: string, look: (db: Reader) => Promise<string[]>): Promise<Examination> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, types: { getTypeParser } });
  client.on('error', () => {}); // the query under way fails of it, and says so
  await client.connect();
  try {
    await refuseUnfit((query) => client.query(query));
    await client.query('begin read only');
    const newest = newestVersion();
    const known = (await client.query("select to_regclass('schema_version') is not null as known")).rows[0].known;
    const version = known
      ? (await client.query('select coalesce(max(version), 0)::int as version from schema_version')).rows[0].version
      : 0;
    const { rows } = await client.query(
      "select name from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name",
    );
    const problems = rows.map(
      ({ name }) => `PostgreSQL runs with ${name} = off: what was answered as saved can be lost when the machine stops.`,
    );
    await client.query('rollback');
    const altered = version > 0 && version <= newest ? await postgresAlterations(client, version) : [];
    problems.push(...altered);
    if (altered.length > 0 || version !== newest) return { version, newest, problems };
    await client.query('begin read only'); // rules and views of an altered schema could answer below
    problems.push(...(await look(postgresReader(client))));
    return { version, newest, problems };
  } finally {
    await client.end();
  }
}

/** Compares with temporary tables, which are rolled back. */
async function postgresAlterations(client: pg.Client, version: number): Promise<string[]> {
  const ask: Ask = (query, values) => client.query(query, values);
  await ask('begin isolation level read committed read write');
  const found = await postgresDifferences(ask, readMigrations(postgresDialect, ourMigrations), version);
  await ask('rollback');
  return [alteration('the PostgreSQL database', found) ?? []].flat();
}

// Versions are the same on every engine, so any dialect will do to count them.
const newestVersion = () => readMigrations(dialect, ourMigrations).at(-1)?.version ?? 0;

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);

function sqliteReader(database: DatabaseSync): Reader {
  const all: Reader['all'] = async (sql, ...values) => database.prepare(sql.join('?')).all(...(values as SQLInputValue[])) as never[];
  return { all, get: async (sql, ...values) => (await all(sql, ...values))[0] as never };
}

function postgresReader(client: pg.Client): Reader {
  const all: Reader['all'] = async (sql, ...values) =>
    (
      await client.query(
        sql.reduce((text, part, index) => `${text}$${index}${part}`),
        values,
      )
    ).rows;
  return { all, get: async (sql, ...values) => (await all(sql, ...values))[0] as never };
}
