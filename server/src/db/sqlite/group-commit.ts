import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { DatabaseBusy, type Db, type Reader, type Transaction, type Value } from '../db.ts';
import { type GuardedTransaction, guardTransaction, type Statements } from '../transaction-guard.ts';
import { translateError } from './errors.ts';
import { type Prepare, statements } from './statements.ts';

/** Maximum number of queued writes; further ones are rejected immediately. */
const maxQueueLength = 4096;

/** Maximum number of writes per group commit, and milliseconds after which a group takes no more writes. */
const [batchSize, batchTime] = [256, 10];

interface Write {
  /** Rolls back its own changes on failure; throws only if SQLite rolled back the whole transaction. */
  work: () => Promise<Outcome> | Outcome;
  settle: (outcome: Outcome) => void;
}

type Outcome = { value: unknown } | { error: unknown };

interface WriteQueue {
  // A single statement or a transaction; both throw a DatabaseBusy when the queue is full.
  statement: Db['run'];
  transaction: Db['transaction'];
  /** Resolves when all queued writes are committed. */
  empty(): Promise<void>;
}

/**
 * Creates a write queue with group commit. Queued writes run one after another and share one commit and its fsync; a failed write rolls back alone. Writes
 * settle after the commit, and `committed` is called before they do.
 */
export function writeQueue(database: DatabaseSync, committed: () => void): WriteQueue {
  const prepare = statements(database);
  const tx = writing(prepare);
  const waiting: Write[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await commitBatch(database, prepare, waiting, committed);
      if (waiting.length > 0) await nextIteration();
    }
    draining = false;
  }

  const queue = <T>(work: Write['work'], max = maxQueueLength) =>
    new Promise<T>((resolve, reject) => {
      if (waiting.length >= max) throw new DatabaseBusy('the write queue is full');
      waiting.push({ work, settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as never)) });
      if (draining) return;
      draining = true;
      setImmediate(drain); // so that other writes of this event loop iteration share the commit
    });

  return {
    statement: (sql, ...values) => queue(() => inStatement(database, () => prepare(sql, ...values).run())),
    async transaction(work) {
      const guarded = guardTransaction(tx);
      const value = await queue<Awaited<ReturnType<typeof work>>>(() => inSavepoint(database, prepare, guarded, work));
      guarded.committed();
      return value;
    },
    empty: () => queue(() => ({ value: undefined }), Number.POSITIVE_INFINITY),
  };
}

async function commitBatch(database: DatabaseSync, prepare: Prepare, waiting: Write[], committed: () => void): Promise<void> {
  const writes: Write[] = [];
  const outcomes: Outcome[] = [];
  const began = performance.now();
  try {
    translateError(() => prepare`begin immediate`.run());
    while (waiting.length > 0 && writes.length < batchSize && performance.now() - began < batchTime) {
      const write = waiting.shift() as Write;
      writes.push(write);
      outcomes.push(await write.work());
    }
    translateError(() => prepare`commit`.run());
    committed();
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('rollback');
    for (const { settle } of writes.length > 0 ? writes : waiting.splice(0, batchSize)) settle({ error });
    return;
  }
  for (const [index, { settle }] of writes.entries()) settle(outcomes[index] as Outcome);
}

/** SQLite rolls back a single failed statement, so it needs no savepoint. */
function inStatement(database: DatabaseSync, statement: () => unknown): Outcome {
  try {
    return { value: translateError(statement) };
  } catch (error) {
    return failed(database, error);
  }
}

async function inSavepoint(
  database: DatabaseSync,
  prepare: Prepare,
  { tx, end }: GuardedTransaction,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Outcome> {
  prepare`savepoint write_`.run();
  try {
    const value = await work(tx).finally(end);
    prepare`release write_`.run();
    return { value };
  } catch (error) {
    const outcome = failed(database, error);
    database.exec('rollback to write_; release write_');
    return outcome;
  }
}

/** Throws if SQLite rolled back the whole transaction, as it does on a full or failing disk: then the whole batch has failed. */
function failed(database: DatabaseSync, error: unknown): Outcome {
  if (!database.isTransaction) throw error;
  return { error };
}

function writing(prepare: Prepare): Statements {
  // `.all()` even for one row: `.get()` would leave an `insert … returning` unfinished, which blocks WAL checkpoints.
  const all = async (sql: TemplateStringsArray, ...values: Value[]) => translateError(() => prepare(sql, ...values).all()) as never[];
  const get: Reader['get'] = async (sql, ...values) => (await all(sql, ...values))[0];
  const run: Transaction['run'] = async (sql, ...values) => translateError(() => prepare(sql, ...values).run());
  return { engine: 'sqlite', all, get, run, lock: get, skipLocked: all };
}
