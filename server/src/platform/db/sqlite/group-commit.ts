import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { DatabaseBusy, type Db, type Reader, type Transaction } from '../db.ts';
import type { Value } from '../sql.ts';
import { type GuardedTransaction, guardTransaction, type Statements } from '../transaction-guard.ts';
import { translated, translateError } from './errors.ts';
import { attemptPauses, isLocked, whileLocked } from './locked.ts';
import { type Prepare, statements } from './statements.ts';

/** Maximum number of queued writes, and of those that wait for the lock of another process; further ones are rejected immediately. */
const maxQueueLength = { free: 4096, locked: 200 };

/** Maximum number of writes per group commit, and milliseconds after which a group takes no more writes. */
const [batchSize, batchTime] = [256, 10];

/** Milliseconds that writes wait for the lock of another process when the database closes. */
const closingPatience = 1000;

interface Write {
  /** Rolls back its own changes on failure; throws only if SQLite rolled back the whole transaction. */
  work: () => Promise<Outcome> | Outcome;
  settle: (outcome: Outcome) => void;
  /** When it is rejected if another process still holds the lock, in the time of `performance.now()`. */
  until: number;
}

type Outcome = { value: unknown } | { error: unknown };

interface WriteQueue {
  // A single statement or a transaction; both throw a DatabaseBusy when the queue is full.
  statement: Db['run'];
  transaction: Db['transaction'];
  /** Runs `work` between two batches, and lets writes wait for it. */
  between(work: () => Promise<void>): Promise<void>;
  /** Resolves when all queued writes are committed, or rejected because another process holds the lock. */
  empty(): Promise<void>;
}

export interface WriteQueueOptions {
  file: string;
  /** Throws a DatabaseUnavailable if writes would go to a file that is no longer at its path. Called before each batch, and again before its writes settle. */
  requireFiles: () => void;
  /** Called after each commit, before its writes settle. */
  committed: () => void;
  /** Milliseconds that a write waits for the lock of another process. */
  patience: number;
}

/**
 * Creates a write queue with group commit. Queued writes run one after another and share one commit and its fsync; a failed write rolls back alone. Writes
 * settle after the commit. While another process holds the write lock, the queue tries again without blocking the event loop, and rejects writes whose time is up.
 */
export function writeQueue(database: DatabaseSync, { file, requireFiles, committed, patience }: WriteQueueOptions): WriteQueue {
  const prepare = statements(database);
  const tx = writing(prepare, file);
  const waiting: Write[] = [];
  const betweenBatches: Array<() => Promise<void>> = [];
  let draining: Promise<void> | undefined;
  let locked = false;

  /** Waits first, so that other writes of this event loop iteration share the commit. */
  async function drain(): Promise<void> {
    do {
      await nextIteration();
      for (const work of betweenBatches.splice(0)) await work();
      if (await begin()) await commitBatch();
    } while (waiting.length > 0 || betweenBatches.length > 0);
    draining = undefined;
  }

  /** Begins a transaction when no other process holds the lock. Returns false if no write is left to wait for it. */
  async function begin(): Promise<boolean> {
    const pause = attemptPauses();
    for (; waiting.length > 0; await pause()) {
      try {
        requireFiles();
        prepare`begin immediate`.run();
        locked = false;
        return true;
      } catch (error) {
        locked = isLocked(error);
        const now = locked ? performance.now() : Number.POSITIVE_INFINITY;
        const { over = [], others = [] } = Object.groupBy(waiting.splice(0), ({ until }) => (until <= now ? 'over' : 'others'));
        waiting.push(...others);
        reject(over, translated(error, file));
        if (!locked) return false; // work between batches, such as that after a lost file, runs before the next write
      }
    }
    return false;
  }

  async function commitBatch(): Promise<void> {
    const writes: Write[] = [];
    const outcomes: Outcome[] = [];
    const began = performance.now();
    try {
      while (waiting.length > 0 && writes.length < batchSize && performance.now() - began < batchTime) {
        const write = waiting.shift() as Write;
        writes.push(write);
        outcomes.push(await write.work());
      }
      await whileLocked(() => prepare`commit`.run(), patience);
      committed();
      requireFiles();
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('rollback');
      return reject(writes, translated(error, file));
    }
    for (const [index, { settle }] of writes.entries()) settle(outcomes[index] as Outcome);
  }

  const queue = <T>(work: Write['work'], lockPatience = patience) =>
    new Promise<T>((resolve, reject) => {
      if (waiting.length >= (locked ? maxQueueLength.locked : maxQueueLength.free)) throw new DatabaseBusy('the write queue is full');
      const settle = (outcome: Outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as never));
      waiting.push({ work, settle, until: performance.now() + lockPatience });
      draining ??= drain();
    });

  return {
    statement: (sql, ...values) => queue(() => inStatement(database, () => translateError(() => prepare(sql, ...values).run(), file))),
    async transaction(work, { lockPatience } = {}) {
      const guarded = guardTransaction(tx);
      const value = await queue<Awaited<ReturnType<typeof work>>>(() => inSavepoint(database, prepare, guarded, work), lockPatience);
      guarded.committed();
      return value;
    },
    between: (work) =>
      new Promise((resolve, reject) => {
        betweenBatches.push(() => work().then(resolve, reject));
        draining ??= drain();
      }),
    async empty() {
      const until = performance.now() + closingPatience;
      for (const write of waiting) write.until = Math.min(write.until, until);
      await draining;
    },
  };
}

const reject = (writes: Write[], error: unknown): void => {
  for (const { settle } of writes) settle({ error });
};

/** SQLite rolls back a single failed statement, so it needs no savepoint. */
function inStatement(database: DatabaseSync, statement: () => unknown): Outcome {
  try {
    return { value: statement() };
  } catch (error) {
    return failed(database, error);
  }
}

async function inSavepoint(
  database: DatabaseSync,
  prepare: Prepare,
  { run }: GuardedTransaction,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Outcome> {
  prepare`savepoint write_`.run();
  try {
    const value = await run(work);
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

function writing(prepare: Prepare, file: string): Statements {
  // `.all()` even for one row: `.get()` would leave an `insert … returning` unfinished, which blocks WAL checkpoints.
  const all = async (sql: TemplateStringsArray, ...values: Value[]) => translateError(() => prepare(sql, ...values).all(), file) as never[];
  const get: Reader['get'] = async (sql, ...values) => (await all(sql, ...values))[0];
  const run: Transaction['run'] = async (sql, ...values) => translateError(() => prepare(sql, ...values).run(), file);
  return { engine: 'sqlite', all, get, run, lock: get, skipLocked: all, lockTable: async () => {} };
}
