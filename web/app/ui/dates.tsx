import { useSyncExternalStore } from 'react';
import { subscribeToClock } from './clock';

/** Formats an ISO date as YYYY/MM/DD. */
export const showDay = (day: string): string => day.replaceAll('-', '/');

const pad = (number: number) => String(number).padStart(2, '0');
/** Formats a moment as YYYY/MM/DD in the viewer's time zone. */
export const localDay = (date: Date) => `${date.getFullYear()}/${pad(date.getMonth() + 1)}/${pad(date.getDate())}`;

const full = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/**
 * A past moment as `3h` or `27 Oct`, with `hasDay` after YYYY/MM/DD. The full local date is in the tooltip. Uses the viewer's time zone, so render it only in the
 * browser. The time grows while the page is open.
 */
export function Time({ date, hasDay = false }: { date: string; hasDay?: boolean }) {
  const moment = new Date(date);
  const getTime = () => shortTime(moment);
  const time = useSyncExternalStore(subscribeToClock, getTime, getTime);
  return (
    <time dateTime={date} title={full.format(moment)} className="tabular-nums">
      {hasDay && `${localDay(moment)} · `}
      {time}
    </time>
  );
}

/** The spec's date with the short time, for lines such as `Posted on`. */
export const Timestamp = ({ date }: { date: string }) => <Time date={date} hasDay />;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const otherYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** `now`, `5m`, `3h`, `6d`, `27 Oct`, `27 Oct 2024`. */
function shortTime(moment: Date, now = new Date()): string {
  const age = now.getTime() - moment.getTime();
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)}m`;
  if (age < day) return `${Math.floor(age / hour)}h`;
  if (age < 7 * day) return `${Math.floor(age / day)}d`;
  return (moment.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(moment);
}
