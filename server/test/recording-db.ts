import type { Db, Reader, Transaction, Value } from '../src/db/db.ts';

export interface Statement {
  sql: TemplateStringsArray;
  values: Value[];
}

/** Wraps a database and records every statement. */
export function recordingDb(real: Db, record: (statement: Statement) => void): Db {
  const recording =
    <T>(execute: (sql: TemplateStringsArray, ...values: Value[]) => Promise<T>) =>
    (sql: TemplateStringsArray, ...values: Value[]) => {
      record({ sql, values });
      return execute(sql, ...values);
    };
  const read = ({ all, get }: Reader) => ({ all: recording(all) as Reader['all'], get: recording(get) as Reader['get'] });
  return {
    ...real,
    ...read(real),
    run: recording(real.run),
    transaction: (work) =>
      real.transaction((tx) => work({ ...tx, ...read(tx), run: recording(tx.run), lock: recording(tx.lock) as Transaction['lock'] })),
  };
}
