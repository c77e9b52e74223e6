import { type Mutation, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { watchQuery } from '../notifications/watch-query';
import { postOfWatchChange } from './watch-changes';

/** Starts a mutation with this key, and returns it. */
function start(queries: QueryClient, mutationKey: string[]) {
  const mutation = queries.getMutationCache().build(queries, { mutationKey, mutationFn: async () => {} });
  return { mutation: mutation as Mutation, done: mutation.execute(undefined) };
}

test('returns the post of a mutation that changes a watch', async () => {
  const queries = new QueryClient();
  for (const [key, post] of [
    [watchQuery('a').queryKey, 'a'],
    [['add comment', 'a'], undefined],
    [[], undefined],
  ] as const) {
    const { mutation, done } = start(queries, [...key]);
    await done;
    expect(postOfWatchChange(queries, mutation)).toBe(post);
  }
});

test('returns nothing for a mutation of an account that signed out meanwhile', async () => {
  const queries = new QueryClient();
  const { mutation, done } = start(queries, watchQuery('a').queryKey);
  queries.clear();
  await done;
  expect(postOfWatchChange(queries, mutation)).toBeUndefined();
});
