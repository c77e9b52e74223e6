import { expect, test } from 'vitest';
import { editDistance } from '../../src/platform/text/edit-distance.ts';

test.for<[string, string, number]>([
  ['', '', 0],
  ['rust', 'rust', 0],
  ['rust', '', 4],
  ['', 'go', 2],
  ['rust', 'rusty', 1],
  ['kubernets', 'kubernetes', 1],
  ['tsting', 'testing', 1],
  ['tetsing', 'testing', 1],
  ['pyhton', 'python', 1],
  ['rust', 'ruby', 2],
  ['データ', 'データベース', 3],
])('from %j to %j takes %i steps', ([from, to, expected]) => {
  expect(editDistance(from, to)).toBe(expected);
});
