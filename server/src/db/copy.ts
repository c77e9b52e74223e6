import { createHash } from 'node:crypto';
import { DatabaseUnusable } from './db.ts';

/** A value as both engines hold it; bytes only where a table has some. */
type Cell = string | number | null | Uint8Array;
export type Row = Cell[];

export interface Table {
  name: string;
  /** Those that are stored, in the order of their names: the same on both engines. */
  columns: string[];
  /** Tables that its rows refer to. */
  refersTo: string[];
}

/** Columns of up to 200 KB a row. */
const long = ['text', 'bio', 'description'];

/** Rows that are in memory at once: some megabytes, also where everybody writes as much as they may. */
export const portionOf = ({ columns }: Table): number => (columns.some((name) => long.includes(name)) ? 100 : 2000);

/** What is read from: one state of it, however long the reading takes. */
export interface Source {
  /** Every table that migrations made, as the database itself tells. */
  tables(): Promise<Table[]>;
  rows(table: Table): AsyncIterable<Row[]>;
}

/** What is written to. Nothing of it is there for anybody else until whoever opened it says so. */
export interface Target extends Source {
  insert(table: Table, rows: Row[]): Promise<void>;
}

/** Rows of each table, and a hash of what is in them that does not depend on their order. */
export type Copied = Record<string, { rows: number; hash: string }>;

/** Told how many of a table's rows are copied or compared. */
export type OnRows = (what: 'Copying' | 'Comparing', table: string, rows: number) => void;

/**
 * Copies every row of every table, then reads all of them back and compares counts and contents. Throws a DatabaseUnusable where the target has rows
 * already, where the two have other tables or columns, and where what arrived is not what was sent.
 */
export async function copyAll(source: Source, target: Target, onRows: OnRows = () => {}): Promise<Copied> {
  const tables = inOrder(await source.tables());
  refuseDifferent(tables, await target.tables());
  for (const table of tables) await refuseRows(target, table);

  const copied: Copied = {};
  for (const table of tables) {
    const sum = contentSum();
    for await (const rows of source.rows(table)) {
      sum.add(rows);
      await target.insert(table, rows);
      onRows('Copying', table.name, sum.rows());
    }
    copied[table.name] = sum.total();
  }
  for (const table of tables) {
    const sum = contentSum();
    for await (const rows of target.rows(table)) {
      sum.add(rows);
      onRows('Comparing', table.name, sum.rows());
    }
    const [sent, arrived] = [copied[table.name], sum.total()];
    if (sent?.rows !== arrived.rows || sent.hash !== arrived.hash)
      throw new DatabaseUnusable(`The table ${table.name} did not arrive as it was sent: nothing was kept. Please report this.`);
  }
  return copied;
}

async function refuseRows(target: Target, table: Table): Promise<void> {
  for await (const rows of target.rows(table))
    if (rows.length > 0) throw new DatabaseUnusable(`The target has data already (in ${table.name}). Name an empty database.`);
}

function refuseDifferent(ours: Table[], theirs: Table[]): void {
  const shape = (tables: Table[]) => tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`).sort();
  const [here, there] = [shape(ours), shape(theirs)];
  const different = [...here.filter((table) => !there.includes(table)), ...there.filter((table) => !here.includes(table))];
  if (different.length > 0) throw new DatabaseUnusable(`The two databases have different tables: ${different.join('; ')}.`);
}

/** So that a row comes after those that it refers to. */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name, refersTo }) => refersTo.every((other) => other === name || !waiting.has(other)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) waiting.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

/** Each row's SHA-256, added up: the engines need not give their rows in the same order, nor does anybody have to sort them. */
function contentSum() {
  let [rows, sum] = [0, 0n];
  return {
    add(batch: Row[]) {
      for (const row of batch) sum += BigInt(`0x${createHash('sha256').update(JSON.stringify(row, bytesAsText)).digest('hex')}`);
      sum &= (1n << 256n) - 1n;
      rows += batch.length;
    },
    rows: () => rows,
    total: () => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}

const bytesAsText = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('base64')}` : value;
