import { expect, test } from 'vitest';
import { formatNumber } from './numbers.ts';

test.for([0, 7, 999, 1000, 12_345, 123_456, 1_234_567, Number.MAX_SAFE_INTEGER])('formats %i as Intl does', (number) => {
  expect(formatNumber(number)).toBe(new Intl.NumberFormat('en').format(number));
});
