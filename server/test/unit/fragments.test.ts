import { expect, test } from 'vitest';
import { fragments, perDatabase } from '../../src/feed/fragments.ts';

const json = (size: number) => Buffer.alloc(size, 'x');

test('what is kept is found by its version, and by no other', () => {
  const kept = fragments(1_000_000);
  const [first, second] = [json(10), json(20)];
  kept.set('a', 1, first);
  expect([kept.get('a', 1)?.json, kept.get('a', 2), kept.get('b', 1)]).toEqual([first, undefined, undefined]);
  kept.set('a', 2, second);
  expect([kept.get('a', 1), kept.get('a', 2)?.json]).toEqual([undefined, second]);
});

test('never are more bytes held than were allowed, whatever comes', () => {
  const most = 100_000;
  const kept = fragments(most);
  for (let index = 0; index < 10_000; index++) {
    kept.set(`id ${index % 700}`, index, json((index * 7919) % 30_000));
    kept.get(`id ${(index * 31) % 700}`, index);
    expect(kept.bytes).toBeLessThanOrEqual(most);
  }
  expect(kept.bytes).toBeGreaterThan(most / 4);
});

test('what is asked for stays, what is not goes', () => {
  const kept = fragments(100_000);
  kept.set('popular', 1, json(1000));
  kept.set('forgotten', 1, json(1000));
  for (let index = 0; index < 1000; index++) {
    kept.set(`passing ${index}`, 1, json(1000));
    expect(kept.get('popular', 1)).toBeDefined();
  }
  expect(kept.get('forgotten', 1)).toBeUndefined();
});

test('one that is too large turns nobody out', () => {
  const kept = fragments(100_000);
  kept.set('small', 1, json(1000));
  kept.set('large', 1, json(60_000));
  expect([kept.get('small', 1)?.json.length, kept.get('large', 1)]).toEqual([1000, undefined]);
});

test('each database has its own', () => {
  const of = perDatabase(() => fragments(1000));
  const [one, other] = [{}, {}] as [never, never];
  expect(of(one)).toBe(of(one));
  expect(of(one)).not.toBe(of(other));
});
