import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Value } from '../db.ts';

interface Statement {
  all(values: Value[]): Row[];
  get(values: Value[]): Row | undefined;
  run(values: Value[]): number;
}

type Row = Record<string, unknown>;

/** Returns the prepared statement of a call site. */
export type Prepare = (sql: TemplateStringsArray) => Statement;

/** Caches one prepared statement per call site, keyed by its template. */
export function statements(database: DatabaseSync): Prepare {
  const prepared = new WeakMap<TemplateStringsArray, Statement>();
  return (sql) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = toStatement(database.prepare(toSqlite(sql)));
      prepared.set(sql, statement);
    }
    return statement;
  };
}

/** SQLite has no arrays: a list is bound as JSON. */
const toSqlite = (sql: TemplateStringsArray) => sql.join('?').replaceAll('= any(?)', 'in (select value from json_each(?))');
const bindable = (values: Value[]) => values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)) as SQLInputValue[];

/** Reads rows as arrays and builds the objects here: node:sqlite returns objects in dictionary mode, which makes a page take twice as long. */
function toStatement(statement: StatementSync): Statement {
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const toRow = (list: unknown[]): Row => {
    const row: Row = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = list[index];
    return row;
  };
  return {
    all: (values) => (statement.all(...bindable(values)) as unknown as unknown[][]).map(toRow),
    get(values) {
      const list = statement.get(...bindable(values)) as unknown as unknown[] | undefined;
      return list && toRow(list);
    },
    run: (values) => Number(statement.run(...bindable(values)).changes),
  };
}
