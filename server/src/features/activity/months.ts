/** Length of a UTC day in milliseconds. */
export const day = 86_400_000;

/** Returns the last months as `YYYY-MM` in UTC, the current one last. */
export function lastMonths(count: number, now: Date): string[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, month - count + 1 + index)).toISOString().slice(0, 7));
}

/** Returns the time at which a month begins (milliseconds since 1970). */
export const beginningOf = (month = ''): number => Date.parse(`${month}-01T00:00:00Z`);

export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);
