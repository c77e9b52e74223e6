import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Value } from '../sql.ts';
import { flatten } from '../sql.ts';

/** A prepared statement with its values. */
interface Bound {
  all(): Row[];
  get(): Row | undefined;
  run(): number;
}

type Row = Record<string, unknown>;

/** Binds values to the prepared statement of a call site. */
export type Prepare = (sql: TemplateStringsArray, ...values: Value[]) => Bound;

/** Caches one prepared statement per call site, keyed by its template. */
export function statements(database: DatabaseSync): Prepare {
  const prepared = new WeakMap<TemplateStringsArray, (values: Value[]) => Bound>();
  return (template, ...sent) => {
    const { sql, values } = flatten(template, sent);
    let bind = prepared.get(sql);
    if (!bind) {
      bind = toStatement(database.prepare(toSqlite(sql)));
      prepared.set(sql, bind);
    }
    return bind(values);
  };
}

/** SQLite has no arrays: a list is bound as JSON. */
const toSqlite = (sql: TemplateStringsArray) =>
  sql
    .join('?')
    .replaceAll('= any(?)', 'in (select value from json_each(?))')
    .replaceAll('json_array_elements(?::json) as list(value)', 'json_each(?) as list');
const bindable = (values: Value[]) => values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)) as SQLInputValue[];

/** Reads rows as arrays and builds the objects here: node:sqlite returns objects in dictionary mode, which makes a page take twice as long. */
function toStatement(statement: StatementSync): (values: Value[]) => Bound {
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const toRow = (list: unknown[]): Row => {
    const row: Row = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = list[index];
    return row;
  };
  return (values) => ({
    all: () => (statement.all(...bindable(values)) as unknown as unknown[][]).map(toRow),
    get() {
      const list = statement.get(...bindable(values)) as unknown as unknown[] | undefined;
      return list && toRow(list);
    },
    run: () => Number(statement.run(...bindable(values)).changes),
  });
}
