export const hour = 3_600_000;
export const day = 24 * hour;

/** The last moment of every demo community; fixed, and in the past, so that what people post from now on is newer. */
export const lastMoment = Date.UTC(2026, 10, 1);
/** The community grew for two years. */
export const firstMoment = lastMoment - 730 * day;
/** By then everybody has joined. */
export const everybodyHere = lastMoment - 150 * day;

/** The first day of a month, as `YYYY-MM-DD`; `month` counts months since year 0. */
export const monthDay = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
/** The month of `lastMoment`, counted like that. */
export const lastMonth = 2026 * 12 + 9;
