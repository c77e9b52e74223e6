import { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../migrations.ts';
import { differences, type SchemaObject } from '../schema.ts';

/** Tables of SQLite and Litestream that are not part of our schema. */
const tolerated = new Map([
  ['sqlite_stat1', 'create table sqlite_stat1 ( tbl , idx , stat )'],
  ['sqlite_stat4', 'create table sqlite_stat4 ( tbl , idx , neq , nlt , ndlt , sample )'],
  ['_litestream_seq', 'create table _litestream_seq ( id integer primary key , seq integer )'],
  ['_litestream_lock', 'create table _litestream_lock ( id integer )'],
]);

export const isTolerated = (table: string): boolean => tolerated.has(table);

/**
 * Compares the schema of a file with the result of the migrations up to `version`. Reads only the catalogue, so no trigger, view or expression in the file runs
 * or shadows a query.
 */
export function sqliteDifferences(database: DatabaseSync, migrations: Migration[], version: number): string[] {
  const pristine = new DatabaseSync(':memory:');
  try {
    for (const step of migrations) if (step.version <= version) pristine.exec(step.sql);
    const expected = catalogue(pristine);
    const tables = expected.filter(({ kind }) => kind === 'table').map(({ name }) => name);
    const found = catalogue(database);
    return differences(withColumns(database, found, tables), withColumns(pristine, expected, tables), version);
  } finally {
    pristine.close();
  }
}

interface Row {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

function catalogue(database: DatabaseSync): SchemaObject[] {
  const rows = database.prepare('select type, name, tbl_name, sql from main.sqlite_schema').all() as unknown as Row[];
  const objects = rows.map(({ type, name, tbl_name: table, sql }): SchemaObject => {
    const definition = sql === null ? 'automatic' : normalised(sql);
    const kind = /^create virtual /.test(definition) ? 'virtual table' : type;
    return { kind, name, definition, ...(type !== 'table' && type !== 'view' && { table }) };
  });
  const header = (pragma: string) => ({ kind: 'pragma', name: pragma, definition: String(value(database, pragma)) });
  return [
    ...objects.filter(({ kind, name, definition }) => !(kind === 'table' && tolerated.get(name) === definition)),
    header('application_id'),
    header('encoding'),
  ];
}

const value = (database: DatabaseSync, pragma: string) => Object.values(database.prepare(`pragma main.${pragma}`).get() ?? {})[0];

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
  hidden: number;
}

/** Adds the columns of our tables, so that a difference can name a column. Skips virtual tables, because reading their columns would load their module. */
function withColumns(database: DatabaseSync, objects: SchemaObject[], tables: string[]): SchemaObject[] {
  const plain = tables.filter((name) => objects.some((object) => object.kind === 'table' && object.name === name));
  const columns = plain.flatMap((table) =>
    (database.prepare(`pragma main.table_xinfo("${table}")`).all() as unknown as Column[]).map(({ name, ...column }) => ({
      kind: 'column',
      name,
      table,
      definition: `${column.type} ${column.notnull} ${column.dflt_value} ${column.pk} ${column.hidden}`.toLowerCase(),
    })),
  );
  return [...objects, ...columns];
}

/** Matches literals, quoted names, comments, white space, words, and any other character. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s+|[\w$]+|[\s\S]/g;

/** Removes comments, layout and quotes of names, and converts all but literals to lower case: SQLite stores a definition as written and quotes renamed tables. */
function normalised(sql: string): string {
  const words = (sql.match(tokens) ?? []).flatMap((token) => {
    if (/^(--|\/\*|\s)/.test(token)) return [];
    if (token.startsWith("'")) return [token];
    const quoted = /^"([a-z_]\w*)"$/i.exec(token)?.[1];
    return [token.startsWith('"') && !quoted ? token : (quoted ?? token).toLowerCase()];
  });
  return words.join(' ');
}
