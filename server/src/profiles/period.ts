import { Failure } from '../errors.ts';

/** The time zone furthest ahead of UTC: a date in the future there is in the future everywhere. */
const earliest = '+14:00';

/**
 * Validates a period of work or study: it must not start in the future or end before it starts. Dates are `YYYY-MM-DD` and compare as text.
 * Returns `to` and `current` as column values; a current period has no `to`.
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
