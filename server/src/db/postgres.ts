import pg from 'pg';
import {
  DatabaseBusy,
  DatabaseUnavailable,
  DatabaseUnusable,
  type Db,
  MissingReference,
  type OpenOptions,
  type Reader,
  type Transaction,
  type Value,
} from './db.ts';
import { guarded } from './guarded.ts';
import { type Migration, ourMigrations, pending, readMigrations } from './migrations.ts';
import { lines } from './postgres-pipeline.ts';
import { type Ask, postgresDifferences, refuseUnfit, versionTable } from './postgres-schema.ts';
import { alteration, refuseAltered } from './schema.ts';

export const dialect = { engine: 'postgres', id: 'text collate "C"', instant: 'bigint', table: '' } as const;

/** Any number, the same in every process: the advisory lock that migrations run under. */
const migrationLock = 7_266_738;
const serialisationFailure = '40001';
const deadlock = '40P01';
const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';
const foreignKeyFailed = '23503';
/**
 * Connection exceptions, too few resources, the server stopping or starting, a statement over its time; then a server that became a standby, a transaction that was
 * idle or open too long, a lock that was not given in time, and a statement that could not be prepared for one of these reasons.
 */
const noAnswer = /^(08|53|57|25006|25P03|25P04|55P03|26000)/;
const tries = 10;
/** Connections of a process: those that take a write or a transaction at a time, and those that all reads share. */
const [forWrites, forReads] = [6, 4];
/** How many statements and transactions may wait for a connection; further ones fail at once. */
const mostWaiting = 500;

interface PostgresOptions extends OpenOptions {
  /** Milliseconds after which the server ends a statement. */
  statementTimeout?: number;
  /** Milliseconds for which an upgrade waits for a lock of another session, such as a process that is upgrading. */
  lockTimeout?: number;
}

/**
 * Connects to (and migrates) a PostgreSQL database. Refuses to upgrade one whose schema was altered; where there is nothing to upgrade, `warn` is called with a
 * sentence about it.
 */
export async function openPostgres(
  url: string,
  { statementTimeout = 10_000, lockTimeout = 60_000, migrations = ourMigrations, warn }: PostgresOptions = {},
): Promise<Db> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
  };
  const config = { connectionString: url, statement_timeout: statementTimeout, connectionTimeoutMillis: 5000, types };
  const pool = new pg.Pool({ ...config, max: forWrites });
  // A connection that breaks says so beside the query that fails of it, or before the next one, which will fail. Unheard, that would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migrate(pool, readMigrations(dialect, migrations), { lockTimeout, warn });
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseUnusable) throw error;
    if ((error as { code?: string }).code === lockNotAvailable)
      throw new DatabaseUnusable(
        'The PostgreSQL database cannot be prepared, because another session holds a lock on it: end that session (pg_stat_activity lists it), and start again.',
        { cause: error },
      );
    throw new DatabaseUnusable(`The PostgreSQL database cannot be used: ${(error as Error).message}. Check DATABASE_URL.`, {
      cause: error,
    });
  }
  const { run } = statements((query) => withRoom(pool).query(query));
  const reading = lines(config, { most: forReads, patience: statementTimeout + 5000 });
  const { all, get } = statements(reading.query);
  return {
    engine: 'postgres',
    all,
    get,
    run: (sql, ...values) => triedAgain(() => run(sql, ...values)),
    transaction: (work) => triedAgain(() => inTransaction(pool, work)),
    close: async () => void (await Promise.all([pool.end(), reading.close()])),
  };
}

/** Runs it again, some times, where it collided with another: nothing of it is done then. */
async function triedAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if ((code !== serialisationFailure && code !== deadlock) || attempt === tries) throw error;
    }
  }
}

const shown = 'the PostgreSQL database';

/** Brings the schema to the newest version, one process at a time. */
async function migrate(
  pool: pg.Pool,
  migrations: Migration[],
  { lockTimeout, warn }: { lockTimeout: number; warn: OpenOptions['warn'] },
): Promise<void> {
  const client = await pool.connect();
  const ask: Ask = (query, values) => client.query(query, values);
  try {
    await refuseUnfit(ask);
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query(`set local lock_timeout = ${lockTimeout}`);
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(versionTable);
    const { rows } = await client.query<{ version: number }>('select coalesce(max(version), 0) as version from schema_version');
    const version = rows[0]?.version ?? 0;
    const steps = pending(migrations, version);
    const altered =
      version > 0 && (warn || steps.length > 0) ? await differences(ask, migrations, { version, required: steps.length > 0 }) : [];
    if (steps.length > 0) refuseAltered(shown, altered);
    for (const step of steps) {
      await client.query(step.sql);
      await client.query('insert into schema_version (version) values ($1)', [step.version]);
    }
    await client.query('commit');
    client.release();
    const sentence = alteration(shown, altered);
    if (sentence) warn?.(`${sentence} "dev-connector backup", "move" and upgrades refuse it.`);
  } catch (error) {
    client.release(true); // closing the connection undoes the transaction
    throw error;
  }
}

/** The comparison makes temporary tables. A role that may not do so can still start the site, if nothing is upgraded. */
async function differences(
  ask: Ask,
  migrations: Migration[],
  { version, required }: { version: number; required: boolean },
): Promise<string[]> {
  await ask('savepoint comparison');
  try {
    return await postgresDifferences(ask, migrations, version);
  } catch (error) {
    if (required || (error as pg.DatabaseError).code !== insufficientPrivilege) throw error;
    await ask('rollback to savepoint comparison');
    return [];
  }
}

const rendered = new WeakMap<TemplateStringsArray, { name: string; text: string }>();
let sites = 0;

/** A call site as PostgreSQL's named prepared statement: rendered once, found by the identity of its template. */
function statement(sql: TemplateStringsArray): { name: string; text: string } {
  let site = rendered.get(sql);
  if (!site) {
    site = { name: `s${++sites}`, text: sql.reduce((text, part, index) => `${text}$${index}${part}`) };
    rendered.set(sql, site);
  }
  return site;
}

interface Query {
  name: string;
  text: string;
  values: Value[];
}

function statements(send: (query: Query) => Promise<pg.QueryResult>): Transaction {
  const query = async (site: { name: string; text: string }, values: Value[]) => send({ ...site, values }).catch(translateError);
  const all: Reader['all'] = async (sql, ...values) => (await query(statement(sql), values)).rows;
  const get: Reader['get'] = async (sql, ...values) => (await query(statement(sql), values)).rows[0];
  const run: Transaction['run'] = async (sql, ...values) => (await query(statement(sql), values)).rowCount ?? 0;
  const lock: Transaction['lock'] = async (sql, ...values) => {
    const { name, text } = statement(sql);
    return (await query({ name: `${name}-lock`, text: `${text} for update` }, values)).rows[0];
  };
  return { all, get, run, lock };
}

/** The pool, unless too much waits for it already. */
function withRoom(pool: pg.Pool): pg.Pool {
  if (pool.waitingCount >= mostWaiting) throw new DatabaseBusy('too much waits for a connection');
  return pool;
}

/** A connection takes one query at a time; those of a transaction that come together wait here for each other. */
function oneByOne(client: pg.PoolClient): (query: Query) => Promise<pg.QueryResult> {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const sent = last.then(() => client.query(query));
    last = sent.catch(() => {});
    return sent;
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await withRoom(pool).connect().catch(translateError);
  const { tx, end } = guarded(statements(oneByOne(client)));
  try {
    await client.query('begin isolation level read committed').catch(translateError); // whatever the role's default is
    const value = await work(tx).finally(end);
    await client.query('commit').catch(translateError);
    client.release();
    return value;
  } catch (error) {
    try {
      await client.query('rollback');
      client.release();
    } catch {
      client.release(true);
    }
    throw error;
  }
}

/** Rethrows what a query failed with; where the database is only not there now, in the words of the seam. */
function translateError(error: Error): never {
  if (error instanceof DatabaseUnavailable) throw error;
  // What is no error of PostgreSQL's own is one of the way to it: refused, broken, closed, or no connection free in time.
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
  if (code === foreignKeyFailed) throw new MissingReference('a row it refers to is gone', { cause: error });
  if (code === undefined || noAnswer.test(code)) throw new DatabaseUnavailable('the database does not answer', { cause: error });
  throw error;
}
