/** Dates as the spec shows them (section 9): YYYY/MM/DD. */
const showDay = (day: string): string => day.replaceAll('-', '/');

const pad = (number: number) => String(number).padStart(2, '0');
const localDay = (date: Date) => `${date.getFullYear()}/${pad(date.getMonth() + 1)}/${pad(date.getDate())}`;

/** From one day to another, or 'Now'. */
export function Period({ from, to }: { from: string; to?: string | undefined }) {
  return (
    <>
      <time dateTime={from}>{showDay(from)}</time> – {to ? <time dateTime={to}>{showDay(to)}</time> : 'Now'}
    </>
  );
}

/** A moment of the past: its day, and how long ago that was. For screens that only the browser renders: it shows the reader's own day. */
export function Moment({ date }: { date: string }) {
  const moment = new Date(date);
  return (
    <time dateTime={date} title={moment.toLocaleString()}>
      {localDay(moment)} · {ago(moment)}
    </time>
  );
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units: Array<[Intl.RelativeTimeFormatUnit, number]> = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function ago(moment: Date): string {
  const seconds = (Date.now() - moment.getTime()) / 1000;
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1];
  return unit === 'second' ? 'just now' : relative.format(-Math.floor(seconds / length), unit);
}
