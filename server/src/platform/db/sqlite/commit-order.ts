import type { CommitOrder } from '../commit-order.ts';
import { sql } from '../sql.ts';

/** SQLite has one writer at a time, so keys grow in the order of the commits. The newest row is never deleted, or its key would be used again. */
export const sqliteCommitOrder: CommitOrder = {
  current: (table) => sql`cast((select coalesce(max(seq), 0) from ${table}) as text)`,
  isAfter: (position) => sql`seq > cast(${position} as integer)`,
  isValid: (position, current) => /^\d{1,15}$/.test(position) && Number(position) <= Number(current),
  shorten: (position) => position,
};
