import { expect, test } from 'vitest';
import { fragments } from '../../src/feed/fragments.ts';

const json = (size: number) => Buffer.alloc(size, 'x');

test('returns an entry only for its version', () => {
  const cache = fragments(1_000_000);
  const [first, second] = [json(10), json(20)];
  cache.set('a', 1, first);
  expect([cache.get('a', 1)?.json, cache.get('a', 2), cache.get('b', 1)]).toEqual([first, undefined, undefined]);
  cache.set('a', 2, second);
  expect([cache.get('a', 1), cache.get('a', 2)?.json]).toEqual([undefined, second]);
});

test('never exceeds its maximum size in bytes', () => {
  const maxBytes = 100_000;
  const cache = fragments(maxBytes);
  for (let index = 0; index < 10_000; index++) {
    cache.set(`id ${index % 700}`, index, json((index * 7919) % 30_000));
    cache.get(`id ${(index * 31) % 700}`, index);
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.bytes).toBeGreaterThan(maxBytes / 4);
});

test('evicts the least recently used entries', () => {
  const cache = fragments(100_000);
  cache.set('popular', 1, json(1000));
  cache.set('forgotten', 1, json(1000));
  for (let index = 0; index < 1000; index++) {
    cache.set(`passing ${index}`, 1, json(1000));
    expect(cache.get('popular', 1)).toBeDefined();
  }
  expect(cache.get('forgotten', 1)).toBeUndefined();
});

test('does not store an entry that is too large, or evict others for it', () => {
  const cache = fragments(100_000);
  cache.set('small', 1, json(1000));
  cache.set('large', 1, json(60_000));
  expect([cache.get('small', 1)?.json.length, cache.get('large', 1)]).toEqual([1000, undefined]);
});
