import type { Transaction, Value } from './db.ts';

export interface Guarded {
  tx: Transaction;
  /** Ends it: further statements are refused. Throws what a statement failed with, even where `work` went on as if nothing had happened. */
  end(): void;
}

/**
 * A transaction that both engines treat alike. A statement after its end, which nobody awaited, would run outside it or in someone else's. And after a
 * statement that failed nothing can be committed: PostgreSQL would undo everything and still answer the commit without an error, SQLite would keep the rest.
 */
export function guarded(statements: Transaction): Guarded {
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
