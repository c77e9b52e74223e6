import { expect, test } from 'vitest';
import { etagCache } from './etag-cache.ts';

const response = (data: unknown) => ({ data, next: undefined });

test('caches a response with an ETag until a response has none', () => {
  const cache = etagCache();
  cache.set('/a', 'W/"1"', response(1));
  cache.set('/b', null, response(2));
  expect([cache.get('/a'), cache.get('/b')]).toEqual([{ etag: 'W/"1"', response: response(1) }, undefined]);
  cache.set('/a', 'W/"2"', response(2));
  expect(cache.get('/a')?.etag).toBe('W/"2"');
  cache.set('/a', null, response(3));
  expect(cache.get('/a')).toBeUndefined();
});

test('evicts the least recently used response', () => {
  const cache = etagCache(3);
  for (const path of ['/a', '/b', '/c']) cache.set(path, path, response(path));
  cache.get('/a'); // a 304 response
  cache.set('/d', '/d', response('/d'));
  expect(['/a', '/b', '/c', '/d'].map((path) => cache.get(path)?.etag)).toEqual(['/a', undefined, '/c', '/d']);
});

test('is empty after clear()', () => {
  const cache = etagCache();
  cache.set('/a', 'W/"1"', response(1));
  cache.clear();
  expect(cache.get('/a')).toBeUndefined();
});
