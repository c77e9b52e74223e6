import { type CareerEntry, layOutCareer } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';

const today = '2026-11-27';

const work = (id: string, start: string | undefined, end?: string): CareerEntry => ({ id, kind: 'work', start, end });
const school = (id: string, start: string, end?: string): CareerEntry => ({ id, kind: 'education', start, end });
const current = (id: string, start: string): CareerEntry => ({ id, kind: 'work', start, isCurrent: true });

const layOut = (...entries: CareerEntry[]) => layOutCareer(entries, today) ?? expect.fail('nothing is drawn');
const rowsOf = (...entries: CareerEntry[]) => Object.fromEntries(layOut(...entries).bars.map(({ entry, row }) => [entry.id, row]));
const barOf = (id: string, ...entries: CareerEntry[]) => layOut(...entries).bars.find(({ entry }) => entry.id === id);

describe('layOutCareer', () => {
  test('needs two entries with dates', () => {
    expect(layOutCareer([], today)).toBeUndefined();
    expect(layOutCareer([work('a', '2019'), work('b', undefined, '2020')], today)).toBeUndefined();
    expect(layOut(work('a', '2019'), work('b', undefined), work('c', '2020')).bars).toHaveLength(2);
  });

  test('shares a row between entries that follow each other', () => {
    expect(rowsOf(work('a', '2015-01', '2017-06'), work('b', '2017-07', '2019-12'), work('c', '2022-01', '2023'))).toEqual({
      a: 0,
      b: 0,
      c: 0,
    });
  });

  test('puts entries that overlap into rows below each other', () => {
    expect(
      rowsOf(work('a', '2015', '2020'), work('b', '2016', '2017'), work('c', '2018', '2019'), work('d', '2016-05', '2018-02')),
    ).toEqual({
      a: 0,
      b: 1,
      c: 1,
      d: 2,
    });
  });

  test('lets entries meet in the day, month or year that both name', () => {
    for (const at of ['2019', '2019-06', '2019-06-15']) {
      const entries = [work('a', '2015', at), work('b', at, '2023')];
      expect(rowsOf(...entries)).toEqual({ a: 0, b: 0 });
      const [a, b] = [barOf('a', ...entries), barOf('b', ...entries)];
      expect((a?.left ?? 0) + (a?.width ?? 0)).toBeCloseTo(b?.left ?? 0, 3);
    }
  });

  test('does not let entries meet that begin or end together', () => {
    expect(rowsOf(work('a', '2019'), work('b', '2019'))).toEqual({ a: 0, b: 1 });
    expect(rowsOf(work('a', '2018', '2019'), work('b', '2019', '2019'))).toEqual({ a: 0, b: 1 });
    expect(rowsOf(work('a', '2015', '2019'), work('b', '2015', '2019'), work('c', '2015', '2019'))).toEqual({ a: 0, b: 1, c: 2 });
  });

  test('puts education below work', () => {
    const { workRows, rows } = layOut(work('a', '2015', '2020'), school('b', '2010', '2014'));
    expect({ workRows, rows }).toEqual({ workRows: 1, rows: 2 });
    expect(rowsOf(school('b', '2010', '2014'), work('a', '2015', '2020'))).toEqual({ a: 0, b: 1 });
    expect(rowsOf(school('b', '2010', '2012'), school('c', '2013', '2014'))).toEqual({ b: 0, c: 0 });
  });

  test('respects what is known of a date', () => {
    const axis = [work('axis', '2020-01-01', '2023-12-31')]; // four years
    expect(barOf('a', ...axis, work('a', '2021'))).toMatchObject({ left: 0.25, width: 0.25 });
    expect(barOf('a', ...axis, work('a', '2021-01', '2021-03'))).toMatchObject({ left: 0.25, width: 0.0625 });
    expect(barOf('a', ...axis, work('a', '2021-01-16', '2021-03-31'))?.left).toBeCloseTo(0.25 + 15 / 31 / 48, 4);
  });

  test('leaves current entries open at the right edge', () => {
    const entries = [work('a', '2015', '2018'), current('b', '2019-02'), school('c', '2024', '2029')];
    const bar = barOf('b', ...entries);
    expect((bar?.left ?? 0) + (bar?.width ?? 0)).toBeCloseTo(1, 4);
    expect(layOut(...entries).years).toEqual({ first: 2015, last: undefined });
    expect(layOut(work('a', '2015'), work('b', '2019')).years).toEqual({ first: 2015, last: 2019 });
  });

  test('draws entries in the future', () => {
    const { bars, years } = layOut(work('a', '2020', '2021'), work('b', '2031-04', '2032-01'), current('c', '2030-01-01'));
    expect(years.first).toBe(2020);
    expect(bars.map(({ entry }) => entry.id).sort()).toEqual(['a', 'b', 'c']);
  });

  test('gives an entry of a day in 60 years a width that can be seen', () => {
    const entries = [work('a', '1966', '2025'), work('b', '1980-05-04', '1980-05-04'), work('c', '2025-12-31', '2025-12-31')];
    expect(layOut(...entries).ticks.map(({ year }) => year)).toEqual([1970, 1980, 1990, 2000, 2010, 2020]);
    expect(barOf('b', ...entries)?.width).toBe(0.012);
    expect(barOf('c', ...entries)).toMatchObject({ left: 0.988, width: 0.012 });
  });

  test('does not draw a short entry over the next', () => {
    expect(rowsOf(work('a', '1966', '2025'), work('b', '1980-05'), work('c', '1980-06'))).toEqual({ a: 0, b: 1, c: 2 });
  });

  test('has ticks at the beginnings of years, at most six', () => {
    const ticks = (start: string, end: string) => layOut(work('a', start), work('b', start, end)).ticks.map(({ year }) => year);
    expect(ticks('2026-03', '2026-05')).toEqual([2026]);
    expect(ticks('2020-06', '2023-01')).toEqual([2020, 2021, 2022]); // 2023 has no room;
    expect(ticks('2012', '2026')).toEqual([2015, 2020, 2025]);
    expect(ticks('0000', '9999')).toEqual([0, 2000, 4000, 6000, 8000]);
    expect(layOut(work('a', '2020'), work('b', '2021')).ticks[1]).toEqual({ year: 2021, left: 0.5 });
  });

  test('omits bars beyond twelve rows of a kind', () => {
    const entries = Array.from({ length: 100 }, (_, index) => work(String(index), '2015', '2020'));
    const { bars, rows, omitted } = layOut(...entries, school('s', '2010'));
    expect({ bars: bars.length, rows, omitted }).toEqual({ bars: 13, rows: 13, omitted: 88 });
    const inOneRow = Array.from({ length: 100 }, (_, index) => work(String(index), String(1900 + index)));
    expect(layOut(...inOneRow)).toMatchObject({ rows: 12, omitted: 0 });
  });

  test('puts the label of a narrow bar beside it, into free space of its row', () => {
    const entries = [
      work('a', '2000', '2025'),
      work('b', '2002', '2003'),
      work('c', '2006', '2011'),
      work('d', '2013'),
      work('e', '2024', '2025'),
    ];
    expect(rowsOf(...entries)).toEqual({ a: 0, b: 1, c: 2, d: 1, e: 2 });
    expect(barOf('a', ...entries)).not.toHaveProperty('label');
    expect(barOf('c', ...entries)).not.toHaveProperty('label');
    const [b, d, e] = ['b', 'd', 'e'].map((id) => barOf(id, ...entries));
    expect(b?.label).toMatchObject({ left: (b?.left ?? 0) + (b?.width ?? 0), align: 'left' });
    expect((b?.label?.left ?? 0) + (b?.label?.width ?? 0)).toBeCloseTo(d?.left ?? 0, 3); // as far as the next bar
    const c = barOf('c', ...entries);
    expect(e?.label?.left).toBeCloseTo((c?.left ?? 0) + (c?.width ?? 0), 3);
    expect(e?.label?.align).toBe('right');
  });

  test('puts a label beside a bar that is too narrow for its text, where there is more room', () => {
    const labelOf = (label: string, start: string, end: string) =>
      barOf('b', work('a', '2000', '2019'), { ...work('b', start, end), label })?.label;
    expect(labelOf('Looms', '2004', '2007')).toBeUndefined();
    expect(labelOf('Analytical Engines', '2004', '2007')).toMatchObject({ left: 0.4, width: 0.6, align: 'left' });
    expect(labelOf('Analytical Engines', '2014', '2017')).toMatchObject({ left: 0, width: 0.7, align: 'right' });
    expect(labelOf('分析機械開発', '2004', '2007')).toBeDefined();
    expect(labelOf('A name that has no room on either side', '2006', '2014')).toBeUndefined();
  });

  test('drops labels rather than bars if no row is left', () => {
    const entries = Array.from({ length: 30 }, (_, index) => {
      const year = 2000 + Math.floor(index / 2);
      return index % 2 ? work(String(index), `${year}-07`, `${year}-12`) : work(String(index), `${year}-01`, `${year}-06`);
    });
    const { bars, omitted } = layOut(work('axis', '1990', '2025'), ...entries);
    expect(omitted).toBe(0);
    const places = bars.map(({ row, left, width, label }) => ({
      row,
      from: Math.min(left, label?.left ?? 1),
      to: Math.max(left + width, (label?.left ?? 0) + (label?.width ?? 0)),
    }));
    for (const [index, { row, from }] of places.entries())
      for (const before of places.slice(0, index)) if (before.row === row) expect(before.to).toBeLessThanOrEqual(from + 0.001);
    const labelled = bars.filter(({ label }) => label).length;
    expect(labelled).toBeGreaterThan(10);
    expect(labelled).toBeLessThan(30);
  });

  test('reads an end before the start, and texts that are not dates, as missing', () => {
    expect(layOut(work('a', '2019', '2015'), work('b', '2020', 'soon')).years).toEqual({ first: 2019, last: 2020 });
    expect(layOutCareer([work('a', '2019'), work('b', 'long ago')], today)).toBeUndefined();
  });
});
