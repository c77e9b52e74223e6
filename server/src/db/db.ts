/**
 * The seam over two engines. SQL is written as SQL in tagged templates:
 *
 *     const post = await db.get<{ id: string }>`select id from posts where id = ${id}`;
 *     await db.transaction(async (tx) => { await tx.run`update posts set text = ${text} where id = ${id}`; });
 *
 * A template's strings array is the same object at every call, so each call site is prepared once and found by identity. Values are always bound.
 * SQL is the subset that both engines speak; where they differ, the difference is a method here and stands in sqlite.ts and postgres.ts.
 */
export type Value = string | number | null;

export interface Reader {
  /** All rows. */
  all<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>;
}

export interface Transaction extends Reader {
  /** Runs a statement that changes rows; says how many. */
  run(sql: TemplateStringsArray, ...values: Value[]): Promise<number>;
  /** The first row, locked against other writers until the transaction ends. */
  lock<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>;
}

export interface Db extends Reader {
  engine: 'sqlite' | 'postgres';
  /** One statement that changes rows, durable when it resolves; says how many it changed. */
  run(sql: TemplateStringsArray, ...values: Value[]): Promise<number>;
  /**
   * Runs `work` in a transaction, durable when it resolves, undone when `work` throws. `work` must be safe to run again (PostgreSQL retries it after a
   * serialisation failure) and must await nothing but `tx`. A statement that fails undoes the whole, also when `work` catches its error.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A row that the statement refers to is gone: the foreign key did not hold. */
export class MissingReference extends Error {
  override name = 'MissingReference';
}

/** The database does not answer, or not in time: what was asked may work in a moment. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** More statements wait for the database than it can serve soon: the load is shed here, before it costs anything. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
}

/** The database cannot be used at all: its message is a whole sentence for the person who runs the site. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}

/** Above every id: where a keyset that descends by id begins. */
export const lastId = 'g';
/** Below every id: where a keyset that ascends by id begins. */
export const firstId = '';
