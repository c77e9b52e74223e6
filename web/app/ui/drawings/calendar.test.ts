import { expect, test } from 'vitest';
import { calendarHeight, dotsOf, halves, isIn, layOutDays, layOutMonths, pitch } from './calendar.ts';

const today = '2026-11-27'; // a Friday
const centre = ({ x, y, size }: { x: number; y: number; size: number }) => ({ x: x + size / 2, y: y + size / 2 });

test('puts days into columns of weeks from Monday to Sunday, today into the last', () => {
  const [first, last] = layOutDays(
    [
      { day: '2025-11-24', count: 1 },
      { day: today, count: 1 },
    ],
    today,
  ).map(centre);
  expect(first).toEqual({ x: pitch / 2, y: calendarHeight - 6.5 * pitch });
  expect(last).toEqual({ x: 52.5 * pitch, y: calendarHeight - 2.5 * pitch });
});

test('leaves out days outside of the year, and those without a count', () => {
  const days = ['2025-11-23', '2026-11-30', today].map((day) => ({ day, count: day === today ? 0 : 1 }));
  expect(layOutDays(days, today)).toEqual([]);
});

test('makes squares larger with the share of the largest count', () => {
  const days = [1, 3, 5, 8].map((count) => ({ day: `2026-10-0${count}`, count }));
  expect(layOutDays(days, today).map(({ size }) => size)).toEqual([5, 7, 9, 11]);
});

test('names a month at the week that has its first day', () => {
  const months = layOutMonths(today);
  expect(months.map(({ month }) => month)).toEqual([11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(months[0]?.x).toBe(pitch); // the week from 1 December
});

test('has dots up to today', () => {
  const lengths = halves.map((half) =>
    Array.from(dotsOf(half, today).matchAll(/h(\d+)/g), ([, length]) => (Number(length) - 1) / pitch + 1),
  );
  expect(lengths).toEqual([
    [26, 26, 26, 26, 26, 26, 26],
    [27, 27, 27, 27, 27, 26, 26],
  ]);
});

test('puts each day and month into one half', () => {
  const days = layOutDays(
    [
      { day: '2026-05-24', count: 1 },
      { day: '2026-05-25', count: 1 },
    ],
    today,
  );
  expect(halves.map((half) => days.filter(isIn(half)).map(({ date }) => date))).toEqual([['2026-05-24'], ['2026-05-25']]);
  expect(halves.map((half) => layOutMonths(today).filter(isIn(half)).length)).toEqual([6, 6]);
});
