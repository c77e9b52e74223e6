import { type ReactNode, useSyncExternalStore } from 'react';
import { localDay, showDay } from '../../../ui/dates';
import { formatNumber } from '../../../ui/numbers';

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

/** The address of the public posts with a tag. */
export const publicTagPath = (tag: string): string => `/dev/explore?tag=${encodeURIComponent(tag)}`;

export const Count = ({ icon, count, one, many }: { icon?: ReactNode; count: number; one: string; many: string }) => (
  <span className="flex items-center gap-1.5 tabular-nums">
    {icon} {formatNumber(count)} {count === 1 ? one : many}
  </span>
);
