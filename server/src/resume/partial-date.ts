/*
 * Dates as JSON Resume has them, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, and the days that stand for them in a profile.
 */

/** How much of a day is known; null where it is all of it. */
export type Precision = 'year' | 'month' | null;

const lengths = { year: 4, month: 7 };

/** Whether this is such a date, and in the calendar. */
export function isPartialDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(firstDay(text), { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

export const precisionOf = (date: string): Precision =>
  date.length === lengths.year ? 'year' : date.length === lengths.month ? 'month' : null;

/** The day that a time begins with: `2017` is 2017-01-01. */
export const firstDay = (date: string): string => date + '-01-01'.slice(date.length - lengths.year);

/** The day that a time ends with: `2017` is 2017-12-31. */
export function lastDay(date: string): string {
  const precision = precisionOf(date);
  if (precision === null) return date;
  const { year, month } = Temporal.PlainDate.from(firstDay(date));
  return Temporal.PlainYearMonth.from({ year, month: precision === 'year' ? 12 : month })
    .toPlainDate({ day: 31 })
    .toString();
}

/** A day with so much of it as is known. */
export const shortened = (day: string, precision: Precision): string => (precision === null ? day : day.slice(0, lengths[precision]));

/** Whether two dates are the same as far as both are known. */
export const sameTime = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
