/** Formats an ISO date as YYYY/MM/DD. */
const showDay = (day: string): string => day.replaceAll('-', '/');

const pad = (number: number) => String(number).padStart(2, '0');
const localDay = (date: Date) => `${date.getFullYear()}/${pad(date.getMonth() + 1)}/${pad(date.getDate())}`;

/** Period from one date to another, or to 'Now'. */
export function Period({ from, to }: { from: string; to?: string | undefined }) {
  return (
    <>
      <time dateTime={from}>{showDay(from)}</time> – {to ? <time dateTime={to}>{showDay(to)}</time> : 'Now'}
    </>
  );
}

/** Date and relative time of a past moment. Uses the viewer's time zone, so render it only in the browser. */
export function Timestamp({ date }: { date: string }) {
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
