import pg from 'pg';
import { watchChanges } from '../changes.ts';
import {
  DatabaseUnavailable,
  DatabaseUnusable,
  type Db,
  DuplicateKey,
  MissingReference,
  type OpenOptions,
  type Reader,
  type Transaction,
} from '../db.ts';
import { rejectedStatement, toError } from '../faults/fault.ts';
import { postgresFault } from '../faults/postgres.ts';
import { type Migration, ourMigrations, pending, readMigrations } from '../migrations.ts';
import { alteration, refuseAltered } from '../schema.ts';
import type { Value } from '../sql.ts';
import { flatten } from '../sql.ts';
import { guardTransaction, type Statements } from '../transaction-guard.ts';
import { openChannel, pollingMessage, reasonToPoll } from './channel.ts';
import { types } from './client.ts';
import { pipelinedPool } from './pipeline.ts';
import { type ConnectionPool, openPool, sharesOf } from './pool.ts';
import { findPooler } from './pooler.ts';
import { requireMigrationRights, requireTableRights } from './rights.ts';
import { type Ask, postgresDifferences, readPostgresState, refuseUnfit, versionTable } from './schema.ts';
import { chooseServer } from './servers.ts';

export const dialect = {
  engine: 'postgres',
  id: 'text collate "C"',
  instant: 'bigint',
  bytes: 'bytea',
  table: '',
  eachSkill: "json_array_elements_text(case when skills like '[%]' then skills else '[]' end::json) as value",
} as const;

/** Key of the advisory lock for migrations: an arbitrary number, the same in every process. */
const migrationLock = 7_266_738;
const serialisationFailure = '40001';
const deadlock = '40P01';
const insufficientPrivilege = '42501';
const lockNotAvailable = '55P03';
const foreignKeyFailed = '23503';
const uniqueFailed = '23505';
const maxAttempts = 10;
/** The best plan of a search depends on how many documents have its terms. Compiling it takes longer than running it. */
const planSearches = 'set plan_cache_mode = force_custom_plan; set jit = off; set max_parallel_workers_per_gather = 0';
/** Milliseconds after which PostgreSQL cancels a statement of a search. */
const maxSearchTime = 5000;
/** Cancels a statement only if the process still runs it. `query` is the beginning of its text. */
const cancelSearch = `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and state = 'active' and starts_with($2, query)`;

interface PostgresOptions extends OpenOptions {
  /** Statement timeout in milliseconds. */
  statementTimeout?: number;
  /** Milliseconds that migrations wait for a lock held by another session, such as another process that runs migrations. */
  lockTimeout?: number;
}

/**
 * Connects to (and migrates) a PostgreSQL database. Refuses to upgrade one whose schema was altered; where there is nothing to upgrade, `warn` is called with a
 * sentence about it.
 */
export async function openPostgres(
  url: string,
  {
    statementTimeout = 10_000,
    lockTimeout = 60_000,
    migrations = ourMigrations,
    checkBeforeMigration,
    warn,
    connections = 14,
  }: PostgresOptions = {},
): Promise<Db> {
  const config = { ...(await chooseServer(url, { writable: true })), statement_timeout: statementTimeout, types };
  const idleTimeout = statementTimeout + 5000;
  // Exclusive connections for writes and transactions, pipelined ones for reads, and exclusive ones for large reads and for searches.
  const { writes, reads, largeReads: large, searches: search, listens } = sharesOf(connections);
  const makeRoom = () => {
    for (const other of [reading, largeReads, searches]) other.pause();
  };
  const single = openPool({ ...config, max: 1 });
  let isPooled: boolean;
  try {
    isPooled = await migrate(single, config, readMigrations(dialect, migrations), { lockTimeout, checkBeforeMigration, warn });
  } catch (error) {
    if (error instanceof DatabaseUnusable || error instanceof DatabaseUnavailable) throw error;
    if ((error as { code?: string }).code === lockNotAvailable)
      throw new DatabaseUnusable(
        'The PostgreSQL database cannot be prepared, because another session holds a lock on it: end that session (pg_stat_activity lists it), and start again.',
        { cause: error },
      );
    throw toError(subject, postgresFault(error) ?? rejectedStatement, error);
  } finally {
    await single.end();
  }
  const pool = openPool({ ...config, max: writes }, { makeRoom });
  const { run } = statements((query) => pool.query(query));
  const reading = pipelinedPool(config, { max: reads, idleTimeout, fallback: (query) => pool.query(query) });
  const { all, get } = statements(reading.query);
  const largeReads = openPool({ ...config, max: large, query_timeout: idleTimeout }, { fallback: pool });
  const processes = new WeakMap<pg.ClientBase, number>(); // with a pooler, not those that the protocol tells
  const searches = openPool(
    {
      ...config,
      max: search,
      statement_timeout: Math.min(statementTimeout, maxSearchTime),
      query_timeout: idleTimeout,
      onConnect: async (client) => {
        await client.query(planSearches);
        processes.set(client, (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0);
      },
    },
    { fallback: pool },
  );
  const cancel: Cancel = async (client, text) => {
    const pid = processes.get(client); // unknown if the search uses a connection for writes, which it does not cancel
    if (pid) await reading.query({ text: cancelSearch, values: [pid, text] });
  };
  const version = async () => (await get<{ version: string }>`select cast(pg_current_snapshot() as text) as version`)?.version ?? '';
  const pollingReason = reasonToPoll({ isPooled, listens });
  if (pollingReason) warn?.(pollingMessage(pollingReason));
  const changes = watchChanges(version, openChannel(config, reading.query, { pollingReason, warn }));
  return {
    engine: 'postgres',
    all,
    get,
    large: statements((query) => largeReads.query(query)),
    search: (signal) => statements((query) => untilAborted(searches, query, cancel, signal)),
    run: (sql, ...values) => retry(() => run(sql, ...values)),
    transaction: (work) => retry(() => inTransaction(pool, work)),
    version,
    announce: changes.announce,
    watch: changes.watch,
    ready: async () => void (await get`select 1 as one`),
    async close() {
      await changes.end();
      await Promise.all([pool.end(), largeReads.end(), searches.end(), reading.close()]);
    },
  };
}

/** Retries `work` after a serialisation failure or deadlock, which rolled it back. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === maxAttempts) throw translated(error);
    }
  }
}

const [subject, shown] = ['The PostgreSQL database', 'the PostgreSQL database'];

/** Runs pending migrations, one process at a time. Returns whether a pooler is in front of the server. */
async function migrate(
  pool: ConnectionPool,
  config: pg.ClientConfig,
  migrations: Migration[],
  { lockTimeout, checkBeforeMigration, warn }: { lockTimeout: number } & OpenOptions,
): Promise<boolean> {
  const client = await pool.connect();
  const ask: Ask = (query, values) => client.query(query, values);
  try {
    await refuseUnfit(ask);
    const isPooled = await findPooler(client, config);
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query(`set local lock_timeout = ${lockTimeout}`);
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const known = (await client.query("select to_regclass('schema_version') is not null as known")).rows[0].known;
    if (known) await requireTableRights(ask);
    else {
      checkBeforeMigration?.({ version: 0, identity: undefined }); // before it asks for rights in a database that is not that of the site
      await requireMigrationRights(ask);
      await client.query(versionTable); // Create it first: to_regclass may not see a table that another process has just created.
    }
    const state = await readPostgresState(ask);
    checkBeforeMigration?.(state);
    const { version } = state;
    const steps = pending(migrations, version);
    if (steps.length > 0) await requireMigrationRights(ask);
    const altered =
      version > 0 && (warn || steps.length > 0) ? await differences(ask, migrations, { version, required: steps.length > 0 }) : [];
    if (steps.length > 0) refuseAltered(shown, altered);
    for (const step of steps) {
      await client.query(step.sql);
      await client.query('insert into schema_version (version) values ($1)', [step.version]);
    }
    await client.query('commit');
    // Without statistics of a new column, queries that test it for null would read whole tables until the next automatic analyze.
    if (version > 0 && steps.length > 0) await client.query('analyze');
    client.release();
    const sentence = alteration(shown, altered);
    if (sentence) warn?.(`${sentence} "dev-connector backup", "move" and upgrades refuse it.`);
    return isPooled;
  } catch (error) {
    client.release(true); // closing the connection rolls back the transaction
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

/** Returns the named prepared statement of a call site, cached by the identity of its template. */
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

/** Builds the statements of a connection or pool from a function that sends a query. */
export function statements(send: (query: Query) => Promise<pg.QueryResult>): Statements {
  const query = async (template: TemplateStringsArray, sent: Value[], suffix = '') => {
    const { sql, values } = flatten(template, sent);
    const { name, text } = statement(sql);
    return send({ name: name + suffix, text: text + suffix, values }).catch(translateError);
  };
  const all: Reader['all'] = async (sql, ...values) => (await query(sql, values)).rows;
  const get: Reader['get'] = async (sql, ...values) => (await query(sql, values)).rows[0];
  const run: Transaction['run'] = async (sql, ...values) => (await query(sql, values)).rowCount ?? 0;
  const lock: Transaction['lock'] = async (sql, ...values) => (await query(sql, values, ' for update')).rows[0];
  const skipLocked: Transaction['skipLocked'] = async (sql, ...values) => (await query(sql, values, ' for update skip locked')).rows;
  const lockTable: Transaction['lockTable'] = async (table) => {
    await send({ name: `lock ${table}`, text: `lock table ${table} in exclusive mode`, values: [] }).catch(translateError);
  };
  return { engine: 'postgres', all, get, run, lock, skipLocked, lockTable };
}

type Cancel = (client: pg.ClientBase, text: string) => Promise<unknown>;

/** Runs a statement and cancels it when `signal` aborts. A connection whose statement failed is closed, so that a late cancellation cannot reach the next one. */
async function untilAborted(pool: ConnectionPool, query: Query, cancel: Cancel, signal?: AbortSignal): Promise<pg.QueryResult> {
  const client = await pool.connect();
  let failed = false;
  let cancelled: Promise<unknown> | undefined;
  const onAbort = () => {
    cancelled = cancel(client, query.text).catch(() => {});
  };
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', onAbort);
    return await client.query(query);
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await cancelled;
    client.release(failed);
  }
}

/** Runs the concurrent queries of a transaction one after another, because a connection accepts one at a time. */
function serialise(client: pg.PoolClient): (query: Query) => Promise<pg.QueryResult> {
  let last: Promise<unknown> = Promise.resolve();
  return (query) => {
    const sent = last.then(() => client.query(query));
    last = sent.catch(() => {});
    return sent;
  };
}

async function inTransaction<T>(pool: ConnectionPool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(translateError);
  const { run, committed } = guardTransaction(statements(serialise(client)));
  try {
    await client.query('begin isolation level read committed').catch(translateError); // overrides the default of the role
    const value = await run(work);
    await client.query('commit').catch(translateError);
    client.release();
    committed();
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

/** Whether an error means that a transaction was rolled back because of others, and can be repeated. */
const isConflict = (error: unknown) => [serialisationFailure, deadlock].includes((error as { code?: string }).code ?? '');

/** Translates an error of pg to one of db.ts and throws it. Leaves conflicts to `retry`. */
function translateError(error: Error): never {
  throw isConflict(error) ? error : translated(error);
}

function translated(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseUnusable) return error;
  // An error that is not a DatabaseError comes from the connection: refused, broken, closed or timed out.
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : undefined;
  if (code === foreignKeyFailed) return new MissingReference('the referenced row does not exist', { cause: error });
  if (code === uniqueFailed) return new DuplicateKey('another row has this key', { cause: error });
  const fault = postgresFault(error);
  if (fault) return toError(subject, fault, error);
  if (code === undefined) return new DatabaseUnavailable(`${subject} is unavailable: ${(error as Error).message}.`, { cause: error });
  return error;
}
