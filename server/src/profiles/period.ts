import { Failure } from '../errors.ts';

/** The time zone that is ahead of all others: what is not yet today there is today nowhere. */
const earliest = '+14:00';

/**
 * The rules of a period of work or study: it has begun, and it does not end before it began. A current one has no end.
 * Days are `YYYY-MM-DD` and compare as text. `to` and `current` come back as the tables hold them.
 */
export function checkPeriod({ from, to, current }: { from: string; to?: string | undefined; current?: boolean | undefined }): {
  to: string | null;
  current: number;
} {
  if (from > Temporal.Now.plainDateISO(earliest).toString()) throw new Failure('fromInFuture');
  if (current) return { to: null, current: 1 };
  if (to && to < from) throw new Failure('toBeforeFrom');
  return { to: to || null, current: 0 };
}
