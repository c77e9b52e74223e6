import { expect, test } from 'vitest';
import { etagCache } from './etag-cache.ts';

const answer = (data: unknown) => ({ data, next: undefined });

test('an answer that came with a tag is remembered until one comes without', () => {
  const known = etagCache();
  known.keep('/a', 'W/"1"', answer(1));
  known.keep('/b', null, answer(2));
  expect([known.find('/a'), known.find('/b')]).toEqual([{ etag: 'W/"1"', answer: answer(1) }, undefined]);
  known.keep('/a', 'W/"2"', answer(2));
  expect(known.find('/a')?.etag).toBe('W/"2"');
  known.keep('/a', null, answer(3));
  expect(known.find('/a')).toBeUndefined();
});

test('only those asked for last are remembered', () => {
  const known = etagCache(3);
  for (const path of ['/a', '/b', '/c']) known.keep(path, path, answer(path));
  known.find('/a'); // answered 304
  known.keep('/d', '/d', answer('/d'));
  expect(['/a', '/b', '/c', '/d'].map((path) => known.find(path)?.etag)).toEqual(['/a', undefined, '/c', '/d']);
});

test('nothing is left once somebody else may ask', () => {
  const known = etagCache();
  known.keep('/a', 'W/"1"', answer(1));
  known.clear();
  expect(known.find('/a')).toBeUndefined();
});
