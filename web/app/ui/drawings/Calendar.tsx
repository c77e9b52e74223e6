import { type CalendarDay, calendarHeight, calendarWidth, dotsOf, layOutDays, layOutMonths } from './calendar';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface CalendarProps {
  label: string;
  days: CalendarDay[];
  /** UTC day as `YYYY-MM-DD`. */
  today: string;
  /** Of a day, such as `2 posts, 1 comment`. */
  describe: (date: string) => string;
}

/** A year in columns of weeks. A narrow screen shows the newest weeks: the drawing has the height of its box, and its end stays in view. */
export const Calendar = ({ label, days, today, describe }: CalendarProps) => (
  <svg
    role="img"
    aria-label={label}
    width="100%"
    height={calendarHeight}
    viewBox={`0 0 ${calendarWidth} ${calendarHeight}`}
    preserveAspectRatio="xMaxYMid slice"
    className="calendar"
  >
    {layOutMonths(today).map(({ x, month = 0 }) => (
      <text key={x} x={x} y="11">
        {months[month]}
      </text>
    ))}
    <path d={dotsOf(today)} />
    {layOutDays(days, today).map(({ date, size, x, y }) => (
      <rect key={date} x={x} y={y} width={size} height={size} rx="2">
        <title>{`${date}: ${describe(date)}`}</title>
      </rect>
    ))}
  </svg>
);
