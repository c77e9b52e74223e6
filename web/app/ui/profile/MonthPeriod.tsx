import { showDay } from '../dates';
import { showMonth } from './entry-dates';
import { knownPart, type PeriodDates } from './Period';

/** Period as `Dec 2018 – Jun 2020`; one month only once. */
export function MonthPeriod({ from, fromPrecision, to, toPrecision }: PeriodDates) {
  const isOneMonth = to !== undefined && showMonth(from, fromPrecision) === showMonth(to, toPrecision);
  return (
    <>
      <Month date={from} precision={fromPrecision} />
      {!isOneMonth && <> – {to ? <Month date={to} precision={toPrecision} /> : 'Now'}</>}
    </>
  );
}

/** A month or a year, with the day in the tooltip if it is known. */
function Month({ date, precision }: { date: string; precision: string | undefined }) {
  const known = knownPart(date, precision);
  return (
    <time dateTime={known} title={showDay(known)}>
      {showMonth(date, precision)}
    </time>
  );
}
