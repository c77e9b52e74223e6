import type { CommitOrder } from '../commit-order.ts';
import { sql } from '../sql.ts';

/**
 * A position is a snapshot: `xmin:xmax:` and the ids of the transactions in between that were in progress. A row is after it if its transaction was. Unlike reading
 * below the oldest transaction in progress, this does not wait for a long one.
 */
export const postgresCommitOrder: CommitOrder = {
  current: () => sql`cast(pg_current_snapshot() as text)`,
  // A row from a restored dump may have the id of a transaction that does not exist yet.
  isAfter: (position) => sql`
    xid >= pg_snapshot_xmin(cast(${position} as pg_snapshot)) and not pg_visible_in_snapshot(xid, cast(${position} as pg_snapshot))
    and xid < pg_snapshot_xmax(pg_current_snapshot())`,
  isValid(position, current) {
    const [snapshot, newest] = [parse(position), parse(current)];
    return snapshot !== undefined && newest !== undefined && snapshot.xmax <= newest.xmax;
  },
  shorten(position) {
    const [xmin] = position.split(':');
    return `${xmin}:${xmin}:`;
  },
};

/** Returns undefined unless PostgreSQL accepts the text as a snapshot. */
function parse(text: string): { xmax: bigint } | undefined {
  const [, first = '', second = '', list = ''] = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19},)*\d{1,19})?$/.exec(text) ?? [];
  if (first === '') return undefined;
  const [xmin, xmax, between] = [BigInt(first), BigInt(second), list === '' ? [] : list.split(',').map(BigInt)];
  const ids = [xmin, ...between, xmax];
  const isOrdered = ids.every((id, index) => index === 0 || id >= (ids[index - 1] as bigint)) && between.every((id) => id < xmax);
  return xmin > 0n && isOrdered && xmax < 2n ** 63n ? { xmax } : undefined;
}
