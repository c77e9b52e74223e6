import { expect, test } from 'vitest';
import { type Entry, FairQueue } from '../../src/platform/work-queue/fair-queue.ts';

/** An entry of a client, such as `a 1`: member 1 of network a. */
const entryOf = (client: string, cost = 1): Entry<string> => ({ path: client.split(' '), cost, item: client });

const filled = (...entries: Array<string | [client: string, cost: number]>) => {
  const queue = new FairQueue<string>();
  for (const entry of entries) queue.add(typeof entry === 'string' ? entryOf(entry) : entryOf(...entry));
  return queue;
};
const drain = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.take()?.item);

test('serves networks in turn, and the members of a network in turn', () => {
  const queue = filled('a 1', 'a 1', 'a 2', 'a 3', 'b 1', 'b 1');
  expect(drain(queue)).toEqual(['a 1', 'b 1', 'a 2', 'b 1', 'a 3', 'a 1']);
  expect(queue.take()).toBeUndefined();
  expect(queue.refuse()).toBeUndefined();
});

test('serves a new network after one entry of each other network', () => {
  const queue = filled(...Array.from({ length: 100 }, (_, index) => `a ${index}`), 'b 1', 'c 1');
  expect([queue.take(), queue.take(), queue.take()].map((entry) => entry?.item)).toEqual(['a 0', 'b 1', 'c 1']);
});

test('gives networks equal shares of the cost, not of the number', () => {
  const queue = filled(...Array<[string, number]>(10).fill(['a 1', 100]), ...Array<[string, number]>(100).fill(['b 1', 10]));
  const served = Array.from({ length: 55 }, () => queue.take()?.item);
  expect(served.filter((client) => client === 'a 1')).toHaveLength(5);
});

test('serves a client that costs little before fifty networks that cost much, each time', () => {
  const heavy = Array.from({ length: 50 }, (_, index) => `heavy${index} 1`);
  const queue = filled(...heavy.map((client): [string, number] => [client, 1000]));
  for (let turn = 0; turn < 20; turn++) {
    queue.add(entryOf(queue.take()?.item ?? '', 1000)); // it comes again at once
    queue.add(entryOf('light 1', 10));
    expect(queue.take()?.item).toBe('light 1');
  }
});

test('serves a heavy entry in the end while new networks arrive', () => {
  const queue = filled(['heavy 1', 100]);
  const served = Array.from({ length: 1000 }, (_, index) => {
    queue.add(entryOf(`new${index} 1`, 10));
    return queue.take()?.item;
  });
  expect(served).toContain('heavy 1');
});

test('counts work that costs more than estimated against its client', () => {
  const queue = filled('a 1', 'a 1', 'b 1', 'b 1');
  expect(queue.take()?.item).toBe('a 1');
  queue.charge(['a', '1'], 100);
  expect(drain(queue)).toEqual(['b 1', 'b 1', 'a 1']);
});

test('skips clients whose next entry is too large', () => {
  const queue = filled(['a 1', 100], ['a 1', 1], ['b 1', 50], ['b 2', 5]);
  expect(queue.take(10)?.item).toBe('b 2');
  expect(queue.take(10)).toBeUndefined();
  expect(queue.take(60)?.item).toBe('b 1');
  expect(drain(queue)).toEqual(['a 1', 'a 1']);
});

test('refuses the newest entry of the member and network that cost most', () => {
  const queue = filled(['a 1', 9], ['b 1', 4], ['b 2', 4], ['b 2', 3], ['c 1', 8]);
  expect([queue.refuse()?.cost, queue.size]).toEqual([3, 4]);
  expect([queue.refuse()?.item, queue.refuse()?.item, queue.refuse()?.item]).toEqual(['a 1', 'c 1', 'b 2']);
});

test('removes an entry that waits, and ignores one that does not', () => {
  const [first, second] = [entryOf('a 1'), entryOf('b 1')];
  const queue = filled('a 1');
  queue.add(first);
  queue.remove(first);
  queue.remove(first);
  queue.remove(second);
  expect(queue.size).toBe(1);
  expect(drain(queue)).toEqual(['a 1']);
});

test('returns each entry once and reports the right size over many operations', () => {
  const queue = new FairQueue<number>();
  const waiting = new Set<number>();
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let step = 0; step < 5000; step++) {
    if (random(3) < 2) {
      queue.add({ path: [`n${random(9)}`, `m${random(9)}`], cost: 1 + random(100), item: step });
      waiting.add(step);
    } else {
      const entry = random(4) ? queue.take() : queue.refuse();
      expect(entry === undefined).toBe(waiting.size === 0);
      if (entry) expect(waiting.delete(entry.item)).toBe(true);
    }
    expect(queue.size).toBe(waiting.size);
  }
});
