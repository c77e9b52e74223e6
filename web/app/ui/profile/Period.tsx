import { showDay } from '../dates';

/** The dates of an experience or education entry. */
export interface PeriodDates {
  from: string;
  /** `day` (default), `month` or `year`. */
  fromPrecision?: string | undefined;
  /** Absent: 'Now'. */
  to?: string | undefined;
  toPrecision?: string | undefined;
}

/** Period as YYYY/MM/DD – YYYY/MM/DD, each date with as many parts as are known. */
export const Period = ({ from, fromPrecision, to, toPrecision }: PeriodDates) => (
  <>
    <DayOf day={from} precision={fromPrecision} /> – {to ? <DayOf day={to} precision={toPrecision} /> : 'Now'}
  </>
);

/** Length of an ISO date with this precision. */
const lengths: Record<string, number> = { month: 7, year: 4 };

/** Returns the parts of an ISO date that are known. */
export const knownPart = (day: string, precision = 'day'): string => day.slice(0, lengths[precision]);

function DayOf({ day, precision }: { day: string; precision?: string | undefined }) {
  const known = knownPart(day, precision);
  return <time dateTime={known}>{showDay(known)}</time>;
}
