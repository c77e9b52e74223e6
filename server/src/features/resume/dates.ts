/** A period with dates in JSON Resume's format: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Without an end it is ongoing; without a start it is a single date. */
export interface Period {
  start?: string | undefined;
  end?: string | undefined;
  /** Ignores the end: the period is the date of a certificate, or its end is unknown. */
  single?: true;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats a date as `2017` or `Jan 2017`, without the day. Parses the text itself so that no time zone shifts the date. */
function formatDate(date: string): string {
  const [year = '', month] = date.split('-');
  return month === undefined ? year : `${months[Number(month) - 1] ?? ''} ${year}`.trim();
}

/** Returns the formatted ends of a period: only one if both have the same text. */
export function formatEnds({ start, end, single }: Period): Array<{ text: string; date?: string }> {
  const formatted = (date: string) => ({ text: formatDate(date), date });
  if (!start && !end) return [];
  if (!start || single) return [formatted(start || end || '')];
  if (!end) return [formatted(start), { text: 'present' }];
  return formatDate(start) === formatDate(end) ? [formatted(start)] : [formatted(start), formatted(end)];
}

/** Formats a period as `Jan 2017 – present`. Returns an empty string if it has no dates. */
export const formatPeriod = (period: Period): string =>
  formatEnds(period)
    .map(({ text }) => text)
    .join(' – ');
