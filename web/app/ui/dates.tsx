import { useSyncExternalStore } from 'react';
import { subscribeToClock } from './clock';
import { monthNames } from './month-names';

/** Formats an ISO date as YYYY/MM/DD. */
export const showDay = (day: string): string => day.replaceAll('-', '/');

const pad = (number: number) => String(number).padStart(2, '0');
/** Formats a moment as YYYY/MM/DD in the viewer's time zone. */
export const localDay = (date: Date) => `${date.getFullYear()}/${pad(date.getMonth() + 1)}/${pad(date.getDate())}`;

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dayAndMonth = (date: Date) => `${date.getDate()} ${monthNames[date.getMonth()]}`;

/** `Tuesday, 27 Oct 2026, 15:04`. */
const fullTime = (date: Date) =>
  `${weekdays[date.getDay()]}, ${dayAndMonth(date)} ${date.getFullYear()}, ${pad(date.getHours())}:${pad(date.getMinutes())}`;

/**
 * A past moment as `3h` or `27 Oct`. The full local date is in the tooltip. Uses the viewer's time zone, so render it only in the browser. The time grows while the
 * page is open.
 */
export const Time = ({ date }: { date: string }) => <Moment date={date} show={shortTime} />;

/** The spec's date, for lines such as `Posted on`, with the short time for 24 hours. */
export const Timestamp = ({ date }: { date: string }) => <Moment date={date} show={dayWithTime} />;

function Moment({ date, show }: { date: string; show: (moment: Date) => string }) {
  const moment = new Date(date);
  const getTime = () => show(moment);
  const time = useSyncExternalStore(subscribeToClock, getTime, getTime);
  return (
    <time dateTime={date} title={fullTime(moment)} className="tabular-nums">
      {time}
    </time>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** `2026/10/27 · 3h` for 24 hours, then `2026/10/27`. */
const dayWithTime = (moment: Date): string =>
  Date.now() - moment.getTime() < day ? `${localDay(moment)} · ${shortTime(moment)}` : localDay(moment);

/** `now`, `5m`, `3h`, `6d`, `27 Oct`, `27 Oct 2024`. */
function shortTime(moment: Date, now = new Date()): string {
  const age = now.getTime() - moment.getTime();
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)}m`;
  if (age < day) return `${Math.floor(age / hour)}h`;
  if (age < 7 * day) return `${Math.floor(age / day)}d`;
  return moment.getFullYear() === now.getFullYear() ? dayAndMonth(moment) : `${dayAndMonth(moment)} ${moment.getFullYear()}`;
}
