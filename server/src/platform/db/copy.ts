import { createHash } from 'node:crypto';
import type { DatabaseIdentity } from './db.ts';
import { DatabaseUnusable } from './db.ts';
import { identityTable } from './identity.ts';

/** A value that both engines can store. */
type Cell = string | number | null | Uint8Array;
export type Row = Cell[];

export interface Table {
  name: string;
  /** Stored columns, sorted by name so that both engines agree on the order. */
  columns: string[];
  /** Tables that foreign keys reference. */
  refersTo: string[];
}

/** Columns that hold up to 512 KB per row. */
const largeColumns = ['text', 'html', 'bio', 'description', 'picture', 'answer', 'bytes'];

/** Whether a table is not copied: the program builds it from the others, its positions belong to one database, or it identifies the database. */
export const isNotCopied = ({ name }: Pick<Table, 'name'>): boolean => /^(search|directory|live)_/.test(name) || name === identityTable;

/** Rows per batch. Keeps a batch within some megabytes even if every text has the maximum length. */
export const batchSizeOf = ({ columns }: Table): number => (columns.some((name) => largeColumns.includes(name)) ? 100 : 2000);

/** A consistent snapshot to read from. */
export interface Source {
  /** Every table created by migrations, read from the database catalogue. */
  tables(): Promise<Table[]>;
  rows(table: Table): AsyncIterable<Row[]>;
  identity(): Promise<DatabaseIdentity>;
  /** Ends the snapshot, and marks the database as moved to an address. */
  markMoved(to: string): Promise<void>;
}

/** A database to write to. Its rows become visible to others when the caller that opened it commits. */
export interface Target extends Source {
  insert(table: Table, rows: Row[]): Promise<void>;
}

/** Row count of each table, and a hash of its contents that does not depend on the row order. */
export type Copied = Record<string, { rows: number; hash: string }>;

/** Called with the number of rows of a table copied or compared so far. */
export type OnRows = (phase: 'Copying' | 'Comparing', table: string, rows: number) => void;

/**
 * Copies every row of every table, then reads the target back and compares counts and contents. Throws a DatabaseUnusable if the target already has rows, if
 * the tables or columns differ, or if the contents differ after the copy.
 */
export async function copyAll(source: Source, target: Target, onRows: OnRows = () => {}): Promise<Copied> {
  const tables = inOrder((await source.tables()).filter((table) => !isNotCopied(table)));
  refuseDifferent(
    tables,
    (await target.tables()).filter((table) => !isNotCopied(table)),
  );
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
    const [expected, actual] = [copied[table.name], sum.total()];
    if (expected?.rows !== actual.rows || expected.hash !== actual.hash)
      throw new DatabaseUnusable(
        `The copy of the table ${table.name} differs from the original, so nothing was saved. Please report this.`,
      );
  }
  return copied;
}

async function refuseRows(target: Target, table: Table): Promise<void> {
  for await (const rows of target.rows(table))
    if (rows.length > 0) throw new DatabaseUnusable(`The target already contains data (in ${table.name}). Choose an empty database.`);
}

function refuseDifferent(source: Table[], target: Table[]): void {
  const shape = (tables: Table[]) => tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`).sort();
  const [sourceShape, targetShape] = [shape(source), shape(target)];
  const different = [
    ...sourceShape.filter((table) => !targetShape.includes(table)),
    ...targetShape.filter((table) => !sourceShape.includes(table)),
  ];
  if (different.length > 0) throw new DatabaseUnusable(`The two databases have different tables: ${different.join('; ')}.`);
}

/** Sorts tables so that referenced tables come first. */
function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ name, refersTo }) => refersTo.every((other) => other === name || !waiting.has(other)));
    if (ready.length === 0) throw new Error(`Tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}`);
    for (const table of ready) waiting.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Adds up the SHA-256 of each row, so that the order of the rows does not matter and no sort is needed. */
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

/** Reads the cell from the row, because the value of a Buffer has already been converted by its `toJSON`. */
function bytesAsText(this: unknown, key: string, value: unknown): unknown {
  const cell = (this as Record<string, unknown>)[key];
  return cell instanceof Uint8Array ? `bytes ${Buffer.from(cell).toString('base64')}` : value;
}
