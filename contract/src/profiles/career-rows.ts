/* Puts the bars of a career into rows. Times are months since the year 0, lengths are fractions of the drawing. */

/** A period whose ends are units of time, such as a day, a month or a year. */
export interface Span {
  start: Unit;
  end: Unit;
}

export interface Unit {
  from: number;
  to: number;
}

export interface Placed<Entry> {
  entry: Entry;
  row: number;
  start: number;
  end: number;
  /** The side of a narrow bar where its label stands. */
  label: 'left' | 'right' | undefined;
  /** Length of the label, which takes the free space of the row. */
  room: number;
}

/** Maximum rows of a kind, so that a drawing fits on a screen. */
const maxRows = 12;
/** Minimum width of a bar: 4 px on a phone. */
export const minWidth = 0.012;
/** A bar that is narrower than this, or than its label, has the label beside it. 54 px on a phone. */
const narrow = 0.16;
/** Minimum and maximum width reserved for a label beside a bar. 100 and 180 px on a phone. */
const labelWidth = { min: 0.3, max: 0.5 };
/** Width of a letter of a label, and of its padding, on a phone. Chinese, Japanese and Korean letters count twice. */
const letterWidth = 0.019;
const labelPadding = 0.05;

interface Row<Entry> {
  last: Placed<Entry>;
  span: Span;
}

/**
 * Puts each bar with its label into the first row where it follows the others. If there is none, a bar has no label and may take the space of another label. Bars that
 * still find no row are left out, those with the latest start first.
 */
export function placeInRows<Entry extends { label?: string }>(
  dated: Array<{ entry: Entry; span: Span }>,
  axis: Unit,
): Array<Placed<Entry>> {
  const length = axis.to - axis.from;
  const rows: Array<Row<Entry>> = [];
  const bars: Array<Placed<Entry>> = [];
  const sorted = dated.toSorted((one, other) => one.span.start.from - other.span.start.from || other.span.end.to - one.span.end.to);
  for (const { entry, span } of sorted) {
    const needed = Math.min(widthOf(entry.label ?? ''), labelWidth.max);
    const bar: Placed<Entry> = {
      entry,
      row: 0,
      start: span.start.from,
      end: Math.max(span.end.to, span.start.from + length * minWidth),
      label: undefined,
      room: length * Math.max(needed, labelWidth.min),
    };
    if (bar.end - bar.start < length * Math.max(narrow, needed)) bar.label = sideFor(bar, axis);
    const free = rows.findIndex((row) => followsLabel(row, bar) || meet(row, bar, span, length * minWidth));
    bar.row = free < 0 ? rows.length : free;
    if (bar.row >= maxRows) {
      bar.label = undefined;
      bar.row = rows.findIndex(({ last }) => last.end <= bar.start);
      if (bar.row < 0) continue;
    }
    rows[bar.row] = { last: bar, span };
    bars.push(bar);
  }
  for (let row = 0; row < rows.length; row++)
    widenLabels(
      bars.filter((bar) => bar.row === row),
      axis,
    );
  return bars;
}

/** Width of a label on a phone. */
const widthOf = (label: string): number =>
  labelPadding + letterWidth * [...label].reduce((letters, letter) => letters + (letter < '\u1100' ? 1 : 2), 0);

/** The side of a bar where there is room for its label, or more of it than in the bar. */
function sideFor({ start, end, room }: Placed<unknown>, axis: Unit): 'left' | 'right' | undefined {
  const [before, after] = [start - axis.from, axis.to - end];
  if (after >= room) return 'right';
  if (before >= room) return 'left';
  return Math.max(before, after) <= end - start ? undefined : after > before ? 'right' : 'left';
}

/** Whether a bar and its label begin after the last bar of a row and its label. */
const followsLabel = ({ last }: Row<unknown>, bar: Placed<unknown>): boolean => endOf(last) <= startOf(bar);

/** The start of a bar or of the label before it. */
const startOf = ({ start, label, room }: Placed<unknown>): number => (label === 'left' ? start - room : start);

/** The end of a bar or of the label after it. */
const endOf = ({ end, label, room }: Placed<unknown>): number => (label === 'right' ? end + room : end);

/** Lets the labels of a row, whose bars are in order, take the space up to their neighbours. */
function widenLabels(row: Array<Placed<unknown>>, axis: Unit): void {
  for (const [index, bar] of row.entries()) {
    const [before, after] = [row[index - 1], row[index + 1]];
    bar.room = bar.label === 'left' ? bar.start - (before ? endOf(before) : axis.from) : (after ? startOf(after) : axis.to) - bar.end;
  }
}

/**
 * Whether one entry ends in the same day, month or year in which the next begins, as in `2017 – 2019` and `2019 – 2021`: they share a row, and meet in the middle of the
 * time that both name.
 */
function meet({ last, span: before }: Row<unknown>, bar: Placed<unknown>, span: Span, minLength: number): boolean {
  if (last.label === 'right' || bar.label === 'left') return false;
  const from = Math.max(before.end.from, span.start.from);
  const to = Math.min(before.end.to, span.start.to);
  const middle = (from + to) / 2;
  const isInOrder = from < to && before.start.from < span.start.from && before.end.to < span.end.to;
  if (!isInOrder || middle - last.start < minLength || bar.end - middle < minLength) return false;
  last.end = middle;
  bar.start = middle;
  return true;
}
