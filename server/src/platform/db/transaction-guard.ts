import type { Transaction } from './db.ts';

/** The statements of an engine's transaction. */
export type Statements = Omit<Transaction, 'beforeCommit' | 'afterCommit'>;

export interface GuardedTransaction {
  /** Runs `work`, then that of `beforeCommit`. Rejects further statements, and throws the first statement error even if `work` caught it. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Calls the listeners of `afterCommit`. */
  committed(): void;
}

/**
 * Makes transactions behave the same on both engines. Rejects a statement that was not awaited, because after the end it would run outside the transaction or
 * in another one. Prevents a commit after a failed statement: PostgreSQL would roll back without an error, SQLite would commit the other statements.
 */
export function guardTransaction(statements: Statements): GuardedTransaction {
  let ended = false;
  let failed: { error: unknown } | undefined;
  const last: Array<() => Promise<void>> = [];
  const listeners: Array<() => void> = [];

  const guard =
    <Parameters extends unknown[], Result>(statement: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      if (ended) throw new Error('This transaction has ended: a statement was not awaited');
      if (failed) throw failed.error;
      try {
        return await statement(...parameters);
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    };

  const { engine, all, get, run, lock, skipLocked, lockTable } = statements;
  const tx: Transaction = {
    engine,
    all: guard(all) as Transaction['all'],
    get: guard(get) as Transaction['get'],
    run: guard(run),
    lock: guard(lock) as Transaction['lock'],
    skipLocked: guard(skipLocked) as Transaction['skipLocked'],
    lockTable: guard(lockTable),
    beforeCommit: (work) => void last.push(work),
    afterCommit: (listener) => void listeners.push(listener),
  };
  async function complete<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const value = await work(tx);
    for (const write of last) await write();
    return value;
  }
  const end = () => {
    ended = true;
    if (failed) throw failed.error;
  };
  return {
    run: (work) => complete(work).finally(end),
    committed() {
      for (const listener of listeners) listener();
    },
  };
}
