import { monthNames } from '../month-names';
import { formatNumber } from '../numbers';

interface ColumnsProps {
  label: string;
  /** `YYYY-MM`. */
  months: Array<{ month: string; count: number }>;
  height: number;
}

const axisHeight = 16;
/** Height of the number above the highest column. */
const labelHeight = 14;
/** Share of a column that is empty. */
const gap = 0.25;

/** Shows a month as `Nov 2026`. */
export const showMonthOf = (month: string): string => `${monthNames[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** A column for each month. The first, the last and the largest count are in the picture. */
export function Columns({ label, months, height }: ColumnsProps) {
  const largest = Math.max(1, ...months.map(({ count }) => count));
  const width = 100 / months.length;
  const base = height - axisHeight;
  const highest = months.findIndex(({ count }) => count === largest);
  return (
    <svg role="img" aria-label={label} width="100%" height={height}>
      <line x1="0" x2="100%" y1={base + 0.5} y2={base + 0.5} />
      {months.map(({ month, count }, index) => {
        const size = count === 0 ? 0 : Math.max(2, Math.round((count / largest) * (base - labelHeight)));
        return (
          <rect
            key={month}
            x={`${((index + gap / 2) * width).toFixed(2)}%`}
            width={`${((1 - gap) * width).toFixed(2)}%`}
            y={base - size}
            height={size}
            rx="1"
          >
            <title>{`${showMonthOf(month)}: ${count}`}</title>
          </rect>
        );
      })}
      {highest >= 0 && (
        <text x={`${((highest + 0.5) * width).toFixed(2)}%`} y={labelHeight - 4} textAnchor="middle">
          {formatNumber(largest)}
        </text>
      )}
      <text x="0" y={height - 2}>
        {showMonthOf(months[0]?.month ?? '')}
      </text>
      <text x="100%" y={height - 2} textAnchor="end">
        {showMonthOf(months.at(-1)?.month ?? '')}
      </text>
    </svg>
  );
}
