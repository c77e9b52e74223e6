import type { Sql } from './sql.ts';

/**
 * Reads the rows of a table in the order of their commits. A position stands for the rows that a reader has seen; none becomes visible before it afterwards. The
 * table has a key `seq`, and with PostgreSQL the id of the writing transaction in `xid`.
 */
export interface CommitOrder {
  /** The position of a statement, as text. */
  current(table: Sql): Sql;
  /** Whether a row is after a valid position. */
  isAfter(position: string): Sql;
  /** Whether a position from a client is well-formed, and not after the current one. */
  isValid(position: string, current: string): boolean;
  /** Returns the shortest position of which all rows after this one are, and perhaps some before it. */
  shorten(position: string): string;
}
