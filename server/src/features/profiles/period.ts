import type { ExperienceInput } from '@dev-connector/contract';
import { Failure } from '../../platform/errors.ts';
import { firstDay, lastDay, type Precision, truncateDate } from './partial-date.ts';

/** The time zone furthest ahead of UTC: a date in the future there is in the future everywhere. */
const earliest = '+14:00';

/** The dates of an entry as column values. */
export interface PeriodColumns {
  from: string;
  fromPrecision: Precision;
  to: string | null;
  toPrecision: Precision;
  current: number;
}

/**
 * Validates a period of work or study: it must not start in the future or end before it starts. Dates are `YYYY-MM-DD` and compare as text. With a
 * precision, `from` becomes the first day of its month or year, and `to` the last. Returns column values; a current period has no `to`.
 */
export function checkPeriod(input: Pick<ExperienceInput, 'from' | 'fromPrecision' | 'to' | 'toPrecision' | 'current'>): PeriodColumns {
  const [fromPrecision, toPrecision] = [storedPrecision(input.fromPrecision), storedPrecision(input.toPrecision)];
  const from = firstDay(truncateDate(input.from, fromPrecision));
  const to = input.to ? lastDay(truncateDate(input.to, toPrecision)) : null;
  if (from > Temporal.Now.plainDateISO(earliest).toString()) throw new Failure('fromInFuture');
  if (input.current || to === null) return { from, fromPrecision, to: null, toPrecision: null, current: input.current ? 1 : 0 };
  if (to < from) throw new Failure('toBeforeFrom');
  return { from, fromPrecision, to, toPrecision, current: 0 };
}

/** Returns the precision as stored: null for `day`. */
const storedPrecision = (precision = 'day') => (precision === 'day' ? null : (precision as Precision));
