import { useSyncExternalStore } from 'react';
import { localDay, showDay } from '../../../ui/dates';

const unchanging = () => () => {};

/** The day of a moment: in UTC in the HTML, which all visitors share, and in the visitor's time zone once the page has hydrated. */
export function Day({ date, className = '' }: { date: string; className?: string }) {
  const day = useSyncExternalStore(
    unchanging,
    () => localDay(new Date(date)),
    () => showDay(date.slice(0, 10)),
  );
  return (
    <time dateTime={date} className={`tabular-nums ${className}`}>
      {day}
    </time>
  );
}
