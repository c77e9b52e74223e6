import { type CareerBar, type CareerEntry, layOutCareer, type YearSpan } from './career.ts';
import { skillYears } from './skill-years.ts';

/* The drawing of a career, which the profile and the résumé page render: x and widths in percent of its width, y and heights in pixels. */

export interface DrawnEntry extends CareerEntry {
  /** Texts in which the entry may name skills. */
  texts: Array<string | undefined>;
}

export interface CareerDrawing<Entry> {
  height: number;
  /** `label` is the place of the label of a bar that is too narrow for it, and `align` the side of the bar there. */
  bars: Array<Box & Pick<CareerBar<Entry>, 'entry'> & { label?: { x: string; width: string; align: 'left' | 'right' } | undefined }>;
  /** Lines for years, from the top to `axis`, with labels below. */
  ticks: Array<{ year: number; x: string }>;
  axis: number;
  skills: Array<{ skill: string; years: string; spans: Box[]; label: { x: string; y: number; anchor: 'start' | 'end' } }>;
  /** Text alternative. */
  summary: string;
}

interface Box {
  x: string;
  y: number;
  width: string;
}

/** Height of a bar, and of the bar of a skill. */
export const barHeight = 26;
export const skillHeight = 4;

const rowPitch = barHeight + 4;
const gap = 8;
const axisHeight = 20;
const skillPitch = 28;
/** Distance of the bar of a skill from the top of its row. */
const belowLabel = 17;
/** From here on, the label of a skill ends with its bar, so that it stays in the drawing. */
const endsFrom = 0.5;

/** Returns undefined if fewer than two entries have dates. `today` is a UTC day as `YYYY-MM-DD`. */
export function drawCareer<Entry extends DrawnEntry>(entries: Entry[], skills: string[], today: string): CareerDrawing<Entry> | undefined {
  const career = layOutCareer(entries, today);
  if (!career) return undefined;
  const { bars, rows, workRows, ticks, axis, years, omitted } = career;
  const named = skillYears(skills, entries, today);
  const between = workRows > 0 && rows > workRows ? gap : 0;
  const skillsAt = rows * rowPitch + between + (named.length > 0 ? gap : 0);
  const bottom = skillsAt + named.length * skillPitch;
  const positionOf = (year: number) => Math.min((year - axis.from) / (axis.to - axis.from), 1);
  return {
    height: bottom + axisHeight,
    axis: bottom,
    bars: bars.map(({ entry, row, left, width, label }) => ({
      entry,
      x: percent(left),
      y: row * rowPitch + (row < workRows ? 0 : between),
      width: percent(width),
      label: label && { x: percent(label.left), width: percent(label.width), align: label.align },
    })),
    ticks: ticks.map(({ year, left }) => ({ year, x: percent(left) })),
    skills: named.map(({ skill, spans }, index) => {
      const y = skillsAt + index * skillPitch;
      const ends = spans.map(({ first, last }) => [positionOf(first), last === undefined ? 1 : positionOf(last + 1)] as const);
      const [start = 0, end = 1] = [ends[0]?.[0], ends.at(-1)?.[1]];
      return {
        skill,
        years: spans.map(showYears).join(', '),
        spans: ends.map(([from, to]) => ({ x: percent(from), y: y + belowLabel, width: percent(to - from) })),
        label: { x: percent(start < endsFrom ? start : end), y: y + belowLabel - 5, anchor: start < endsFrom ? 'start' : 'end' },
      };
    }),
    summary: summaryOf(
      bars.map(({ entry }) => entry),
      years,
      omitted,
    ),
  };
}

const percent = (fraction: number): string => `${Math.round(fraction * 10_000) / 100}%`;

const showYears = ({ first, last }: YearSpan): string => (first === last ? String(first) : `${first} – ${last ?? 'now'}`);

function summaryOf(entries: CareerEntry[], { first, last }: YearSpan, omitted: number): string {
  const jobs = entries.filter(({ kind }) => kind === 'work').length;
  const counts = [count(jobs, 'job', 'jobs'), count(entries.length - jobs, 'entry of education', 'entries of education')];
  const more = omitted > 0 ? `; ${omitted} more are only in the list` : '';
  return `Career, ${showYears({ first, last })}: ${counts.filter((text) => text !== '').join(' and ')}${more}. Dates are in UTC.`;
}

const count = (items: number, one: string, many: string): string => (items === 0 ? '' : `${items} ${items === 1 ? one : many}`);
