import { monthNames } from '../month-names';
import type { PeriodDates } from './Period';

const yearAndMonthOf = (date: string): [year: number, month: number] => [Number(date.slice(0, 4)), Number(date.slice(5, 7))];

/** Shows a date as `Dec 2018`, or as `2018` if only the year is known. */
export function showMonth(date: string, precision?: string): string {
  const [year, month] = yearAndMonthOf(date);
  return precision === 'year' ? String(year) : `${monthNames[month - 1]} ${year}`;
}

/** Shows the length of an entry as `1 yr 7 mo`, counting the first and the last month. Undefined if only a year is known. */
export function showDuration({ from, fromPrecision, to, toPrecision }: PeriodDates, now: Date): string | undefined {
  if (fromPrecision === 'year' || (to && toPrecision === 'year')) return undefined;
  const [year, month] = yearAndMonthOf(from);
  const [lastYear, lastMonth] = to ? yearAndMonthOf(to) : [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const length = Math.max(12 * (lastYear - year) + lastMonth - month + 1, 1);
  const [years, rest] = [Math.floor(length / 12), length % 12];
  return [years > 0 && `${years} yr`, rest > 0 && `${rest} mo`].filter(Boolean).join(' ');
}
