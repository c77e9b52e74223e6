import { expect, test } from 'vitest';
import { type Fragment, type FragmentCache, fragmentCache, hydrate, type ItemLoader } from '../../src/platform/lists/fragments.ts';

const fragment = (bytes: number): Fragment => ({ version: 1, json: Buffer.alloc(bytes, 'x'), tag: 'tag' });

/** A loader whose items are their ids. `reads` has the ids of each read. */
function loaderOf(
  cache: FragmentCache,
  reads: string[][],
  { size = 10, text = undefined as string | undefined, deleted = [] as string[] } = {},
): ItemLoader {
  return {
    cache,
    sizes: async (ids) => ids.map((id) => ({ id, size })),
    read: async (ids) => {
      reads.push(ids);
      return new Map(ids.filter((id) => !deleted.includes(id)).map((id) => [id, { id, text }]));
    },
  };
}

const pageOf = (version: number, ...ids: string[]) => ({ items: ids.map((id) => ({ id, version })) });
const jsonOf = ({ items }: { items: Array<{ json: Buffer }> }) => items.map(({ json }) => `${json}`);

test('reads an item again only when its version changes', async () => {
  const reads: string[][] = [];
  const loader = loaderOf(fragmentCache(1_000_000), reads);
  expect(jsonOf(await hydrate(loader, pageOf(1, 'a', 'b')))).toEqual(['{"id":"a"', '{"id":"b"']);
  expect(jsonOf(await hydrate(loader, pageOf(1, 'b', 'c', 'a')))).toEqual(['{"id":"b"', '{"id":"c"', '{"id":"a"']);
  await hydrate(loader, pageOf(2, 'a'));
  await hydrate(loader, pageOf(2, 'a'));
  expect(reads).toEqual([['a', 'b'], ['c'], ['a']]);
});

test('leaves out items that were deleted since the page was selected', async () => {
  const page = await hydrate(loaderOf(fragmentCache(1_000_000), [], { deleted: ['a', 'c'] }), {
    ...pageOf(1, 'a', 'b', 'c'),
    next: 'next',
  });
  expect([jsonOf(page), page.next]).toEqual([['{"id":"b"'], 'next']);
});

test('reads a page of large items in steps, until it is full, and continues after the last one', async () => {
  const reads: string[][] = [];
  const ids = Array.from({ length: 20 }, (_, index) => `0192e54c-fe51-74ce-a5fe-7706bae536${index + 10}`);
  const page = await hydrate(loaderOf(fragmentCache(1_000_000), reads, { size: 100_000, text: 'x'.repeat(150_000) }), pageOf(1, ...ids));
  expect(reads).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6), ids.slice(6, 8)]);
  expect([page.items.length, page.next]).toEqual([8, expect.stringMatching(/^[\w-]{22}$/)]);
});

test('never exceeds its maximum size in bytes', () => {
  const maxBytes = 100_000;
  const cache = fragmentCache(maxBytes);
  for (let index = 0; index < 10_000; index++) {
    cache.set(`id ${index % 700}`, fragment((index * 7919) % 30_000));
    cache.get(`id ${(index * 31) % 700}`);
    expect(cache.calculatedSize).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.calculatedSize).toBeGreaterThan(maxBytes / 4);
});

test('evicts the least recently used entries', () => {
  const cache = fragmentCache(100_000);
  cache.set('popular', fragment(1000));
  cache.set('forgotten', fragment(1000));
  for (let index = 0; index < 1000; index++) {
    cache.set(`passing ${index}`, fragment(1000));
    expect(cache.get('popular')).toBeDefined();
  }
  expect(cache.get('forgotten')).toBeUndefined();
});

test('does not store an entry that is too large, or evict others for it', () => {
  const cache = fragmentCache(100_000);
  cache.set('small', fragment(1000));
  cache.set('large', fragment(60_000));
  expect([cache.get('small')?.json.length, cache.get('large')]).toEqual([1000, undefined]);
});
