const day = 86_400_000; // ms

/** Width and height of a day. */
export const pitch = 13;
const monthsHeight = 18;
const weeks = 53;

/** First week of each half of a year, and the week after its last one. */
export const halves = [
  { start: 0, end: 26 },
  { start: 26, end: weeks },
];
export type Half = (typeof halves)[number];

export const calendarHeight = 7 * pitch + monthsHeight;

export interface CalendarDay {
  day: string;
  count: number;
}

const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** The Monday with which the calendar of a day begins, 52 weeks before that of this week (milliseconds since 1970). */
function firstDayOf(today: string): number {
  const time = timeOf(today);
  return time - ((new Date(time).getUTCDay() + 6) % 7) * day - (weeks - 1) * 7 * day;
}

/** Sizes of a square by its share of the largest count. */
const sizes = [5, 7, 9, 11];

/** Lays out the squares of days with a count, in columns of weeks. `today` is a UTC day as `YYYY-MM-DD`. */
export function layOutDays(days: CalendarDay[], today: string) {
  const first = firstDayOf(today);
  const largest = Math.max(1, ...days.map(({ count }) => count));
  return days.flatMap(({ day: date, count }) => {
    const index = Math.round((timeOf(date) - first) / day);
    if (index < 0 || index >= weeks * 7 || count < 1) return [];
    const size = sizes[Math.ceil((count / largest) * sizes.length) - 1] ?? 0;
    const inset = (pitch - size) / 2;
    return [{ date, count, size, x: Math.floor(index / 7) * pitch + inset, y: monthsHeight + (index % 7) * pitch + inset }];
  });
}

/** The columns in which months begin. */
export function layOutMonths(today: string) {
  const first = firstDayOf(today);
  return Array.from({ length: weeks - 2 }, (_, week) => {
    const end = new Date(first + (week * 7 + 6) * day);
    const isFirst = end.getUTCDate() <= 7;
    return { x: week * pitch, month: isFirst ? end.getUTCMonth() : undefined };
  }).filter(({ month }) => month !== undefined);
}

/** Whether a square or a name stands in this half. */
export const isIn =
  ({ start, end }: Half) =>
  ({ x }: { x: number }) =>
    x >= start * pitch && x < end * pitch;

/** The days of a half, up to today, as the path of dots. A row ends 1 px after its last dot: browsers omit a dot at the very end. */
export function dotsOf({ start, end }: Half, today: string): string {
  const first = firstDayOf(today);
  const count = Math.round((timeOf(today) - first) / day) + 1;
  const whole = Math.floor(count / 7);
  const row = (index: number, last: number) =>
    `M${start * pitch + pitch / 2} ${monthsHeight + index * pitch + pitch / 2}h${(Math.min(last, end) - start - 1) * pitch + 1}`;
  return Array.from({ length: 7 }, (_, index) => row(index, whole + (index < count % 7 ? 1 : 0))).join('');
}
