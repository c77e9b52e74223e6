import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { Reader } from './db.ts';
import { ourMigrations, pending, readMigrations } from './migrations.ts';
import { dialect as postgresDialect } from './postgres/postgres.ts';
import { type Ask, postgresDifferences, refuseUnfit } from './postgres/schema.ts';
import { alteration } from './schema.ts';
import { damage, openToRead, versionOf } from './sqlite/file.ts';
import { sqliteDifferences } from './sqlite/schema.ts';
import { dialect } from './sqlite/sqlite.ts';

/** Result of checking a database. */
export interface Examination {
  /** Latest migration applied to the database, and latest migration of this version of the program. */
  version: number;
  newest: number;
  /** One sentence for each problem. */
  problems: string[];
}

/** Bytes. SQLite checkpoints at 4 MB; a WAL larger than this means that checkpoints fail. */
const walLimit = 64_000_000;

/** Checks an SQLite file without changing it, then runs `inspectRows` if the file is intact and current. Throws if the file cannot be read. */
export async function checkSqlite(file: string, inspectRows: (db: Reader) => Promise<string[]>): Promise<Examination> {
  const database = openToRead(file);
  try {
    const version = versionOf(database);
    const altered = alterations(database, file, version);
    // The checks below would evaluate expressions in the altered schema.
    if (altered.length > 0) return { version, newest: newestVersion(), problems: altered };
    const damaged = damage(database);
    const problems = damaged ? [`${file} is damaged: ${damaged}. Keep a copy, and restore a backup.`] : [];
    const wal = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0;
    if (wal > walLimit) problems.push(`${file}-wal has grown to ${Math.round(wal / 1e6)} MB: checkpoints are blocked; restart the site.`);
    const newest = newestVersion();
    if (!damaged && version === newest) problems.push(...(await inspectRows(sqliteReader(database))));
    return { version, newest, problems };
  } finally {
    database.close();
  }
}

function alterations(database: DatabaseSync, file: string, version: number): string[] {
  const migrations = readMigrations(dialect, ourMigrations);
  if (version > (migrations.at(-1)?.version ?? 0)) return []; // a newer version made this schema
  pending(migrations, version);
  return [alteration(file, sqliteDifferences(database, migrations, version)) ?? []].flat();
}

/** Checks a PostgreSQL database, including server settings that can lose committed writes. */
export async function checkPostgres(url: string, inspectRows: (db: Reader) => Promise<string[]>): Promise<Examination> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, types: { getTypeParser } });
  client.on('error', () => {}); // the pending query rejects with the same error
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
    const problems = rows.map(({ name }) => `PostgreSQL runs with ${name} = off: committed writes can be lost if the machine crashes.`);
    await client.query('rollback');
    const altered = version > 0 && version <= newest ? await postgresAlterations(client, version) : [];
    problems.push(...altered);
    if (altered.length > 0 || version !== newest) return { version, newest, problems };
    await client.query('begin read only'); // safe here: only an altered schema has rules or views that could change the results
    problems.push(...(await inspectRows(postgresReader(client))));
    return { version, newest, problems };
  } finally {
    await client.end();
  }
}

/** Compares the schema in a transaction that is rolled back, because the comparison creates temporary tables. */
async function postgresAlterations(client: pg.Client, version: number): Promise<string[]> {
  const query: Ask = (text, values) => client.query(text, values);
  await query('begin isolation level read committed read write');
  const found = await postgresDifferences(query, readMigrations(postgresDialect, ourMigrations), version);
  await query('rollback');
  return [alteration('the PostgreSQL database', found) ?? []].flat();
}

// Both engines have the same versions, so either dialect works here.
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
