import { expect, test } from 'vitest';
import { withoutFilters } from './without.ts';

test.for<[string, Array<[string, string]>]>([
  ['rust', []],
  ['"a phrase"', []],
  ['tag:rust', []],
  ['async tag:rust', [['async', 'tag:rust']]],
  ['async -draft', [['async', '-draft']]],
  [
    'a place:"new york" b -c',
    [
      ['a b -c', 'place:"new york"'],
      ['a place:"new york" b', '-c'],
      ['a b', 'place:"new york" -c'],
    ],
  ],
  [
    'tag:rust by:ada',
    [
      ['by:ada', 'tag:rust'],
      ['tag:rust', 'by:ada'],
    ],
  ],
])('the query %s without its filters', ([q, expected]) => {
  expect(withoutFilters(q).map((one) => [one.q, one.removed])).toEqual(expected);
});
