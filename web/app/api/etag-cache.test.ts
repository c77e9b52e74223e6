import { expect, test } from 'vitest';
import { etagCache } from './etag-cache.ts';

const answer = (data: unknown) => ({ data, next: undefined });

test('caches a response with an ETag until a response has none', () => {
  const known = etagCache();
  known.keep('/a', 'W/"1"', answer(1));
  known.keep('/b', null, answer(2));
  expect([known.find('/a'), known.find('/b')]).toEqual([{ etag: 'W/"1"', answer: answer(1) }, undefined]);
  known.keep('/a', 'W/"2"', answer(2));
  expect(known.find('/a')?.etag).toBe('W/"2"');
  known.keep('/a', null, answer(3));
  expect(known.find('/a')).toBeUndefined();
});

test('evicts the least recently used response', () => {
  const known = etagCache(3);
  for (const path of ['/a', '/b', '/c']) known.keep(path, path, answer(path));
  known.find('/a'); // a 304 response
  known.keep('/d', '/d', answer('/d'));
  expect(['/a', '/b', '/c', '/d'].map((path) => known.find(path)?.etag)).toEqual(['/a', undefined, '/c', '/d']);
});

test('is empty after clear()', () => {
  const known = etagCache();
  known.keep('/a', 'W/"1"', answer(1));
  known.clear();
  expect(known.find('/a')).toBeUndefined();
});
