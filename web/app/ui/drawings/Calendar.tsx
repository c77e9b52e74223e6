import { monthNames } from '../month-names';
import { type CalendarDay, calendarHeight, dotsOf, halves, isIn, layOutDays, layOutMonths, pitch } from './calendar';

interface CalendarProps {
  label: string;
  days: CalendarDay[];
  /** UTC day as `YYYY-MM-DD`. */
  today: string;
  /** Of a day, such as `2 posts, 1 comment`. */
  describe: (date: string) => string;
}

/** A year in columns of weeks, in two halves: on a phone, one stands above the other. */
export const Calendar = ({ label, days, today, describe }: CalendarProps) => (
  <div role="img" aria-label={label} className="calendar">
    {halves.map((half) => (
      <svg key={half.start} viewBox={`${half.start * pitch} 0 ${(half.end - half.start) * pitch} ${calendarHeight}`} aria-hidden>
        {layOutMonths(today)
          .filter(isIn(half))
          .map(({ x, month = 0 }) => (
            <text key={x} x={x} y="11">
              {monthNames[month]}
            </text>
          ))}
        <path d={dotsOf(half, today)} />
        {layOutDays(days, today)
          .filter(isIn(half))
          .map(({ date, size, x, y }) => (
            <rect key={date} x={x} y={y} width={size} height={size} rx="2">
              <title>{`${date}: ${describe(date)}`}</title>
            </rect>
          ))}
      </svg>
    ))}
  </div>
);
