import { minWidth, placeInRows, type Span, type Unit } from './career-rows.ts';

/*
 * Lays out a career as bars on a time axis, for the profile and the résumé page. Times are months since the year 0, with fractions; positions are fractions of the
 * width of the drawing. Time runs from left to right in every language.
 */

/** A date with the known part only, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, so that an entry is as long as its dates say. */
export interface CareerEntry {
  id: string;
  kind: 'work' | 'education';
  /** Entries without a start are left out. */
  start: string | undefined;
  /** Unless the entry is current, a missing end is the start. */
  end?: string | undefined;
  isCurrent?: boolean;
  /** The text of the bar, which makes room for it. */
  label?: string;
}

export interface CareerBar<Entry> {
  entry: Entry;
  /** Index among the rows of all bars: those of work come first. */
  row: number;
  left: number;
  width: number;
  /** Free space for the label of a narrow bar. `align`: the side of the space that touches the bar. */
  label?: { left: number; width: number; align: 'left' | 'right' };
}

export interface Career<Entry> {
  bars: Array<CareerBar<Entry>>;
  /** Number of rows with work, and of all rows. */
  workRows: number;
  rows: number;
  /** Beginnings of years. */
  ticks: Array<{ year: number; left: number }>;
  years: YearSpan;
  /** The years at which the drawing begins and ends, with fractions. */
  axis: { from: number; to: number };
  /** Entries with dates for which no row is left. */
  omitted: number;
}

/** The first and last year of a period. `last` is undefined if the period has not ended. */
export interface YearSpan {
  first: number;
  last: number | undefined;
}

/** Number of entries with dates from which a drawing says more than the list. */
export const minCareerEntries = 2;

/** Maximum ticks, so that their labels fit on a phone. */
const maxTicks = 6;
/** A label that begins further right has no room on a phone. */
const maxTickLeft = 0.93;

/** Returns undefined if fewer than `minCareerEntries` entries have dates. `today` is a UTC day as `YYYY-MM-DD`. */
export function layOutCareer<Entry extends CareerEntry>(entries: Entry[], today: string): Career<Entry> | undefined {
  const dated = entries.flatMap((entry) => {
    const span = spanOf(entry, today);
    return span ? [{ entry, span }] : [];
  });
  if (dated.length < minCareerEntries) return undefined;

  const from = Math.floor(Math.min(...dated.map(({ span }) => span.start.from)) / 12) * 12;
  const to = Math.ceil(Math.max(...dated.map(({ span }) => span.end.to)));
  for (const { entry, span } of dated) if (entry.isCurrent) span.end = { from: to, to };
  const placed = (kind: CareerEntry['kind']) =>
    placeInRows(
      dated.filter(({ entry }) => entry.kind === kind),
      { from, to },
    );
  const [work, education] = [placed('work'), placed('education')];
  const workRows = rowsOf(work);
  const bars = [...work, ...education.map((bar) => ({ ...bar, row: bar.row + workRows }))].map(
    ({ entry, row, start, end, label, room }): CareerBar<Entry> => {
      const width = rounded(Math.max((end - start) / (to - from), minWidth));
      const left = Math.min(rounded((start - from) / (to - from)), rounded(1 - width));
      if (!label) return { entry, row, left, width };
      const space = rounded(room / (to - from));
      const place =
        label === 'right'
          ? { left: rounded(left + width), align: 'left' as const }
          : { left: rounded(left - space), align: 'right' as const };
      return { entry, row, left, width, label: { ...place, width: space } };
    },
  );
  return {
    bars,
    workRows,
    rows: workRows + rowsOf(education),
    ticks: ticksOf(from, to),
    years: { first: from / 12, last: dated.some(({ entry }) => entry.isCurrent) ? undefined : Math.ceil(to / 12) - 1 },
    axis: { from: from / 12, to: to / 12 },
    omitted: dated.length - bars.length,
  };
}

const rounded = (fraction: number): number => Math.round(fraction * 10_000) / 10_000;
const rowsOf = (bars: Array<{ row: number }>): number => Math.max(-1, ...bars.map(({ row }) => row)) + 1;

/** The time of an entry; a current one that has not begun ends with its first day, month or year. */
function spanOf({ start, end, isCurrent }: CareerEntry, today: string): Span | undefined {
  const first = start === undefined ? undefined : unitOf(start);
  if (!first) return undefined;
  const last = isCurrent ? unitOf(today) : end === undefined ? first : unitOf(end);
  return { start: first, end: last && last.to >= first.to ? last : first };
}

/** Returns undefined for a text that is not a partial date. */
function unitOf(date: string): Unit | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  const months = Number(year) * 12;
  if (month === undefined) return { from: months, to: months + 12 };
  const from = months + Number(month) - 1;
  if (day === undefined) return { from, to: from + 1 };
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return { from: from + (Number(day) - 1) / days, to: from + Number(day) / days };
}

function ticksOf(from: number, to: number): Career<never>['ticks'] {
  const [first, last] = [from / 12, Math.ceil(to / 12) - 1];
  const steps = [1, 2, 5].flatMap((step) => [step, step * 10, step * 100, step * 1000]).sort((one, other) => one - other);
  const step = steps.find((years) => Math.floor(last / years) - Math.ceil(first / years) < maxTicks) ?? 1;
  const years = Array.from(
    { length: Math.floor(last / step) - Math.ceil(first / step) + 1 },
    (_, index) => (Math.ceil(first / step) + index) * step,
  );
  return years.map((year) => ({ year, left: rounded((year * 12 - from) / (to - from)) })).filter(({ left }) => left <= maxTickLeft);
}
