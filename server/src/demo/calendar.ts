export const hour = 3_600_000;
const day = 24 * hour;

/** The period of a community. Times are in milliseconds since 1970. */
export interface Calendar {
  first: number;
  /** Time by which all members have joined. */
  allJoined: number;
  last: number;
  /** Month of `last`, in months since year 0. */
  lastMonth: number;
}

/** Returns the two years before `last`. */
export function calendarUntil(last: number): Calendar {
  const end = new Date(last - 1);
  return { first: last - 730 * day, allJoined: last - 150 * day, last, lastMonth: end.getUTCFullYear() * 12 + end.getUTCMonth() };
}

/** Returns the first day of a month as `YYYY-MM-DD`; `month` counts months since year 0. */
export const monthDay = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
