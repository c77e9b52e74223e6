import { expect, test } from 'vitest';
import { fairQueue } from '../../src/http/load/fair-queue.ts';

const filled = (...entries: string[]) => {
  const queue = fairQueue<string>();
  for (const entry of entries) {
    const [network = '', address = ''] = entry.split(' ');
    queue.add({ network, address: `${network} ${address}` }, entry);
  }
  return queue;
};
const drain = (queue: ReturnType<typeof filled>) => Array.from({ length: queue.size() }, () => queue.take());

test('serves networks in turn, and the addresses of a network in turn', () => {
  const queue = filled('a 1 i', 'a 1 ii', 'a 2 i', 'a 3 i', 'b 1 i', 'b 1 ii');
  expect(drain(queue)).toEqual(['a 1 i', 'b 1 i', 'a 2 i', 'b 1 ii', 'a 3 i', 'a 1 ii']);
  expect(queue.take()).toBeUndefined();
  expect(queue.evict()).toBeUndefined();
});

test('serves a new network after one entry of each other network', () => {
  const queue = filled(...Array.from({ length: 100 }, (_, index) => `a ${index}`), 'b 1', 'c 1');
  expect([queue.take(), queue.take(), queue.take()]).toEqual(['a 0', 'b 1', 'c 1']);
});

test('serves waiting networks before one that was just served', () => {
  const queue = filled('a 1', 'b 1', 'c 1');
  expect(queue.take()).toBe('a 1');
  queue.add({ network: 'a', address: 'a 1' }, 'a again');
  expect(drain(queue)).toEqual(['b 1', 'c 1', 'a again']);
});

test('evicts the newest entry of the address and network with the most entries', () => {
  const queue = filled('a 1 i', 'b 1 i', 'b 2 i', 'b 2 ii', 'c 1 i');
  expect([queue.evict(), queue.size()]).toEqual(['b 2 ii', 4]);
  expect([queue.evict(), queue.evict()]).toEqual(['b 2 i', 'c 1 i']);
  expect(drain(queue)).toEqual(['a 1 i', 'b 1 i']);
});

test('removes an item that waits, and ignores one that does not', () => {
  const queue = filled('a 1 i', 'a 1 ii', 'b 1');
  queue.remove({ network: 'a', address: 'a 1' }, 'a 1 i');
  queue.remove({ network: 'b', address: 'b 1' }, 'b 1');
  queue.remove({ network: 'b', address: 'b 1' }, 'b 1');
  queue.remove({ network: 'a', address: 'a 1' }, 'a 1 iii');
  expect(queue.size()).toBe(1);
  expect(drain(queue)).toEqual(['a 1 ii']);
});

test('returns each entry once and reports the right size over many random operations', () => {
  const queue = fairQueue<number>();
  const waiting = new Set<number>();
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let step = 0; step < 5000; step++) {
    if (random(3) < 2) {
      const network = `n${random(9)}`;
      queue.add({ network, address: `${network} a${random(9)}` }, step);
      waiting.add(step);
    } else {
      const item = random(4) ? queue.take() : queue.evict();
      expect(item === undefined).toBe(waiting.size === 0);
      if (item !== undefined) expect(waiting.delete(item)).toBe(true);
    }
    expect(queue.size()).toBe(waiting.size);
  }
});
