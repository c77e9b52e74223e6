import type { Value } from './sql.ts';

/*
 * Common interface of the two engines. Queries are SQL in tagged templates:
 *
 *     const post = await db.get<{ id: string }>`select id from posts where id = ${id}`;
 *     await db.transaction(async (tx) => { await tx.run`update posts set text = ${text} where id = ${id}`; });
 *
 * The strings array of a template is the same object in every call, so it identifies the prepared statement of a call site. Values are always bound.
 * Queries use the SQL that both engines support. Each engine implements the differences behind a method of this interface.
 *
 * A list of strings is matched with PostgreSQL's `= any(…)`, which the SQLite engine translates:
 *
 *     await db.all`select id, text from posts where id = any(${ids})`;
 *
 * A list of objects is read as a table in this form:
 *
 *     await tx.run`insert into notes (text) select list.value ->> 'text' from json_array_elements(${JSON.stringify(notes)}::json) as list(value)`;
 *
 * A fragment is inserted with its values, for SQL that several statements share:
 *
 *     const isMine = sql`user_id = ${member.id}`;
 *     await db.all`select id, text from posts where ${isMine} and id < ${id}`;
 */

export interface Reader {
  /** All rows. */
  all<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row[]>;
  /** The first row, or undefined. */
  get<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>;
}

export interface Transaction extends Reader {
  engine: 'sqlite' | 'postgres';
  /** Runs a statement that changes rows; returns their number. */
  run(sql: TemplateStringsArray, ...values: Value[]): Promise<number>;
  /** The first row, locked for update until the transaction ends. */
  lock<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row | undefined>;
  /** All rows, locked for update until the transaction ends, except those that another transaction has locked. */
  skipLocked<Row>(sql: TemplateStringsArray, ...values: Value[]): Promise<Row[]>;
  /** Waits until no other transaction writes to the table, and lets none write to it until this one ends. */
  lockTable(table: string): Promise<void>;
  /** Runs `work` after all other work of the transaction, for rows that collect what several callers have to write. */
  beforeCommit(work: () => Promise<void>): void;
  /** Calls `listener` when the transaction has been committed, and not after a rollback. It must not throw. */
  afterCommit(listener: () => void): void;
}

export interface TransactionOptions {
  /** Milliseconds that the transaction waits for the lock of another process (SQLite). */
  lockPatience?: number;
}

export interface Db extends Reader {
  engine: 'sqlite' | 'postgres';
  /** Runs few reads at a time, so that small reads do not wait for the large results of many requests. */
  large: Reader;
  /** Runs searches, and cancels them when `signal` aborts: PostgreSQL plans each statement once per connection. */
  search(signal?: AbortSignal): Reader;
  /** Runs one statement that changes rows; returns their number. Durable when it resolves. */
  run(sql: TemplateStringsArray, ...values: Value[]): Promise<number>;
  /**
   * Runs `work` in a transaction: durable when it resolves, rolled back when `work` throws. `work` must be safe to retry (PostgreSQL retries it after a
   * serialisation failure) and must await only `tx`. A failed statement rolls back the transaction even if `work` catches the error.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Changes with every commit, also those of other processes: what is read after it is in a cache under the same version only if nothing was committed since. */
  version(): Promise<string>;
  /** Notifies all processes that watch changes of a commit. Does not wait. */
  announce(): void;
  /** Calls `listener` within five seconds of each announced commit of any process; also for others, and once for several. Returns a function that stops it. */
  watch(listener: () => void): () => void;
  /** Throws a DatabaseUnavailable unless the database responds and its file is at its path. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes above which a result is large. */
const largeResult = 100_000;

/** The reader for a result of about this size. */
export const readerFor = (db: Db, bytes: number): Reader => (bytes > largeResult ? db.large : db);

/** A foreign key failed: the referenced row does not exist. */
export class MissingReference extends Error {
  override name = 'MissingReference';
}

/** A unique constraint failed: another row has the same key. */
export class DuplicateKey extends Error {
  override name = 'DuplicateKey';
}

/** The database cannot be reached or did not answer in time. A retry may succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** The disk of the database is full: writes fail, and reads succeed. */
export class DiskFull extends DatabaseUnavailable {
  override name = 'DiskFull';
}

/** The database file is no longer at its path: writes are refused. */
export class DatabaseMoved extends DatabaseUnavailable {
  override name = 'DatabaseMoved';
}

/** The queue is full, so the statement was rejected without being sent. */
export class DatabaseBusy extends DatabaseUnavailable {
  override name = 'DatabaseBusy';
}

/** The database cannot be used. The message is a complete sentence for the admin. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}

/** Identifies a database: independent of its host, user and password, and different for each copy that "dev-connector move" makes. */
export interface DatabaseIdentity {
  id: string;
  /** Where "dev-connector move" copied the data, and when. Null: the database is in use. */
  moved_to: string | null;
  moved_at: number | null;
}

/** A database before its migrations run. */
export interface DatabaseState {
  /** Of the newest migration; 0: the database is empty. */
  version: number;
  /** Undefined in a database from before identities. */
  identity: DatabaseIdentity | undefined;
}

export interface OpenOptions {
  /** Folder of the migrations; defaults to `ourMigrations`. */
  migrations?: URL;
  /** Called before migrations; throws if the database must stay as it is. */
  checkBeforeMigration?: (state: DatabaseState) => void;
  /** Called with a sentence if the database works but needs attention. */
  warn?: (sentence: string) => void;
  /** Milliseconds that a read or write waits for the lock of another process (SQLite). */
  lockPatience?: number;
  /** Maximum number of connections (PostgreSQL). */
  connections?: number | undefined;
  /** Milliseconds between two truncations of the write-ahead log (SQLite). */
  walInterval?: number;
}

/** Greater than every id: start of a descending keyset. */
export const lastId = 'g';
/** Less than every id: start of an ascending keyset. */
export const firstId = '';
