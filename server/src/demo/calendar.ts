export const hour = 3_600_000;
export const day = 24 * hour;

/** End of the demo period: fixed and in the past, so that new posts are newer than demo posts. */
export const lastMoment = Date.UTC(2026, 10, 1);
/** Start of the demo period, two years earlier. */
export const firstMoment = lastMoment - 730 * day;
/** Time by which all members have joined. */
export const allJoined = lastMoment - 150 * day;

/** Returns the first day of a month as `YYYY-MM-DD`; `month` counts months since year 0. */
export const monthDay = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
/** Month of `lastMoment`, in months since year 0. */
export const lastMonth = 2026 * 12 + 9;
