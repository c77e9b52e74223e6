/*
 * Converts between the dates of JSON Resume, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, and the full dates of a profile.
 */

/** The precision of a date; null if the day is known. */
export type Precision = 'year' | 'month' | null;

/** The forms of a partial date, for messages. */
export const dateForms = 'YYYY, YYYY-MM or YYYY-MM-DD';

const lengths = { year: 4, month: 7 };

/** Returns whether the text is a partial date that exists in the calendar. */
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

/** Returns the first day of a partial date: 2017-01-01 for `2017`. */
export const firstDay = (date: string): string => date + '-01-01'.slice(date.length - lengths.year);

/** Returns the last day of a partial date: 2017-12-31 for `2017`. */
export function lastDay(date: string): string {
  const precision = precisionOf(date);
  if (precision === null) return date;
  const { year, month } = Temporal.PlainDate.from(firstDay(date));
  return Temporal.PlainYearMonth.from({ year, month: precision === 'year' ? 12 : month })
    .toPlainDate({ day: 31 })
    .toString();
}

/** Truncates a day to the precision that is known. */
export const truncateDate = (day: string, precision: string | null = null): string =>
  day.slice(0, lengths[precision as keyof typeof lengths]);

/** Returns whether two dates agree in the precision that both have. */
export const datesAgree = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
