import type { DatabaseSync } from 'node:sqlite';
import { DatabaseBusy, type Db, type Reader, type Transaction, type Value } from './db.ts';
import { guarded } from './guarded.ts';
import { translateError } from './sqlite-errors.ts';
import { type Prepare, statements } from './sqlite-statements.ts';

/** How many writes may wait; further ones fail at once. */
const mostWaiting = 4096;

/** How many writes that wait together may share one commit. */
const batchSize = 256;

interface Write {
  /** Undoes what it has done where it fails; throws only where the whole transaction is undone. */
  work: () => Promise<Outcome> | Outcome;
  settle: (outcome: Outcome) => void;
}

type Outcome = { value: unknown } | { error: unknown };

interface WriteQueue {
  // One statement, and many; both are taken as long as fewer than `mostWaiting` wait.
  statement: Db['run'];
  transaction: Db['transaction'];
  /** Resolves when all that was accepted so far is written. */
  empty(): Promise<void>;
}

/**
 * Writes that wait together run one after the other, each undone by itself where it fails, and share one commit and its fsync; each is answered after that
 * commit. `committed` is told of it before they are.
 */
export function writeQueue(database: DatabaseSync, committed: () => void): WriteQueue {
  const prepare = statements(database);
  const tx = writing(prepare);
  const waiting: Write[] = [];
  let draining = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) await commitTogether(database, prepare, waiting.splice(0, batchSize), committed);
    draining = false;
  }

  const queue = <T>(work: Write['work'], most = mostWaiting) =>
    new Promise<T>((resolve, reject) => {
      if (waiting.length >= most) throw new DatabaseBusy('too many writes wait');
      waiting.push({ work, settle: (outcome) => ('error' in outcome ? reject(outcome.error) : resolve(outcome.value as never)) });
      if (draining) return;
      draining = true;
      setImmediate(drain); // a turn later, so that what else arrived in this one shares the commit
    });

  return {
    statement: (sql, ...values) => queue(() => inStatement(database, () => prepare(sql).run(values))),
    transaction: (work) => queue(() => inSavepoint(database, prepare, tx, work)),
    empty: () => queue(() => ({ value: undefined }), Number.POSITIVE_INFINITY),
  };
}

async function commitTogether(database: DatabaseSync, prepare: Prepare, writes: Write[], committed: () => void): Promise<void> {
  const outcomes: Outcome[] = [];
  try {
    translateError(() => prepare`begin immediate`.run([]));
    for (const { work } of writes) outcomes.push(await work());
    translateError(() => prepare`commit`.run([]));
    committed();
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('rollback');
    for (const { settle } of writes) settle({ error });
    return;
  }
  for (const [index, { settle }] of writes.entries()) settle(outcomes[index] as Outcome);
}

/** One statement undoes itself where it fails, and needs no savepoint. */
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
  statements: Transaction,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<Outcome> {
  const { tx, end } = guarded(statements);
  prepare`savepoint write_`.run([]);
  try {
    const value = await work(tx).finally(end);
    prepare`release write_`.run([]);
    return { value };
  } catch (error) {
    const outcome = failed(database, error);
    database.exec('rollback to write_; release write_');
    return outcome;
  }
}

/** A full disk or a failing one makes SQLite undo the whole transaction by itself: then none of the batch may be called done, and this throws. */
function failed(database: DatabaseSync, error: unknown): Outcome {
  if (!database.isTransaction) throw error;
  return { error };
}

function writing(prepare: Prepare): Transaction {
  // `.all()` even for one row: an `insert … returning` read with `.get()` is left unfinished and keeps the WAL from ever being checkpointed.
  const all = async (sql: TemplateStringsArray, ...values: Value[]) => translateError(() => prepare(sql).all(values)) as never[];
  const get: Reader['get'] = async (sql, ...values) => (await all(sql, ...values))[0];
  const run: Transaction['run'] = async (sql, ...values) => translateError(() => prepare(sql).run(values));
  return { all, get, run, lock: get };
}
