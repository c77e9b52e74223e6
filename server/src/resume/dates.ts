/** A stretch of calendar time as JSON Resume has it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; without an end it goes on, or is one moment without a start. */
export interface Period {
  start?: string | undefined;
  end?: string | undefined;
  /** Only the start counts: the date of a certificate, or the beginning of something whose end nobody knows. */
  single?: true;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2017`, `Jan 2017`: read from the text itself, so that no time zone can move it. A day is shown as its month. */
function showDate(date: string): string {
  const [year = '', month] = date.split('-');
  return month === undefined ? year : `${months[Number(month) - 1] ?? ''} ${year}`.trim();
}

/** The parts of a period as they are shown: one where both ends look the same. */
export function endsOf({ start, end, single }: Period): Array<{ text: string; date?: string }> {
  const shown = (date: string) => ({ text: showDate(date), date });
  if (!start && !end) return [];
  if (!start || single) return [shown(start || end || '')];
  if (!end) return [shown(start), { text: 'present' }];
  return showDate(start) === showDate(end) ? [shown(start)] : [shown(start), shown(end)];
}

/** `Jan 2017 – present`; empty for a period of no dates. */
export const showPeriod = (period: Period): string =>
  endsOf(period)
    .map(({ text }) => text)
    .join(' – ');
