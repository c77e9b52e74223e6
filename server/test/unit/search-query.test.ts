import { expect, test } from 'vitest';
import { parse } from '../../src/features/search/query.ts';

test('searches for repeated clauses once', () => {
  const { include, exclude, aliased } = parse('rust "a b" rust -go tag:sql "a b" -go tag:sql ', 'posts');
  expect(include.map(({ any }) => any)).toEqual([[['tag:sql']], [['rust']], [['a', 'b']]]);
  expect(exclude).toHaveLength(1);
  expect(aliased).toHaveLength(1);
});
