import { describe, expect, test } from 'vitest';
import { showDuration, showMonth } from './entry-dates.ts';

const now = new Date('2026-11-22T12:00:00Z');

describe('showMonth', () => {
  test('shows what is known of a date', () => {
    expect(showMonth('2018-12-01')).toBe('Dec 2018');
    expect(showMonth('2018-12-01', 'month')).toBe('Dec 2018');
    expect(showMonth('2018-01-01', 'year')).toBe('2018');
  });
});

describe('showDuration', () => {
  test('counts the first and the last month', () => {
    expect(showDuration({ from: '2018-12-01', to: '2020-06-30' }, now)).toBe('1 yr 7 mo');
    expect(showDuration({ from: '2020-06-01', to: '2020-06-02' }, now)).toBe('1 mo');
    expect(showDuration({ from: '2018-01-01', to: '2019-12-31', fromPrecision: 'month', toPrecision: 'month' }, now)).toBe('2 yr');
  });

  test('ends now without an end date', () => {
    expect(showDuration({ from: '2025-12-05' }, now)).toBe('1 yr');
    expect(showDuration({ from: '2026-11-30' }, now)).toBe('1 mo');
    expect(showDuration({ from: '2026-12-01' }, now)).toBe('1 mo'); // tomorrow in another time zone
  });

  test('is unknown when only a year is known', () => {
    expect(showDuration({ from: '2018-01-01', fromPrecision: 'year', to: '2020-06-30' }, now)).toBeUndefined();
    expect(showDuration({ from: '2018-01-01', to: '2020-12-31', toPrecision: 'year' }, now)).toBeUndefined();
  });
});
