import type { Transaction, Value } from './db.ts';

export interface GuardedTransaction {
  tx: Transaction;
  /** Rejects further statements, and throws the first statement error even if `work` caught it. */
  end(): void;
}

/**
 * Makes transactions behave the same on both engines. Rejects a statement that was not awaited, because after the end it would run outside the transaction or
 * in another one. Prevents a commit after a failed statement: PostgreSQL would roll back without an error, SQLite would commit the other statements.
 */
export function guardTransaction(statements: Transaction): GuardedTransaction {
  let ended = false;
  let failed: { error: unknown } | undefined;

  const guard =
    <Result>(statement: (sql: TemplateStringsArray, ...values: Value[]) => Promise<Result>) =>
    async (sql: TemplateStringsArray, ...values: Value[]): Promise<Result> => {
      if (ended) throw new Error('This transaction has ended: a statement was not awaited');
      if (failed) throw failed.error;
      try {
        return await statement(sql, ...values);
      } catch (error) {
        failed ??= { error };
        throw error;
      }
    };

  const { all, get, run, lock } = statements;
  return {
    tx: {
      all: guard(all) as Transaction['all'],
      get: guard(get) as Transaction['get'],
      run: guard(run),
      lock: guard(lock) as Transaction['lock'],
    },
    end() {
      ended = true;
      if (failed) throw failed.error;
    },
  };
}
