import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pageCache, withNonce } from '../../src/features/pages/page-cache.ts';
import { eventLoopTick } from '../../src/platform/db/event-loop-tick.ts';
import type { Transport } from '../../src/platform/http/in-process.ts';

/** Waits for the next tick of the event loop. */
async function nextTick(): Promise<void> {
  const before = eventLoopTick();
  while (eventLoopTick() === before) await setImmediate();
}

/** An API with changeable responses, and a page rendered from them. */
function site(options = {}) {
  const api = new Map<string, string>();
  const renders: string[] = [];
  const transport = (async (path: string) => new Response(api.get(path) ?? '', { status: api.has(path) ? 200 : 404 })) as Transport;
  const pageAt = pageCache(options);
  const visit = async (address: string, ...paths: string[]) => {
    await nextTick(); // each visit has its own tick
    const page = await pageAt(address, transport, async ({ transport: fetchApi, nonce }) => {
      renders.push(address);
      const texts = await Promise.all(paths.map(async (path) => (await fetchApi(path)).text()));
      return new Response(`${nonce}:${texts}`, { headers: { 'content-type': 'text/html' } });
    });
    return withNonce(page, 'N').toString();
  };
  return { api, renders, transport, pageAt, visit };
}

test('renders a page again only if a response it used has changed', async () => {
  const { api, renders, visit } = site();
  api.set('/a', '1').set('/b', '2');
  for (let visits = 0; visits < 3; visits++) expect(await visit('/x', '/a', '/b')).toBe('N:1,2');
  expect(renders).toHaveLength(1);
  api.set('/b', '3');
  expect(await visit('/x', '/a', '/b')).toBe('N:1,3');
  api.delete('/a');
  expect(await visit('/x', '/a', '/b')).toBe('N:,3');
  expect(renders).toHaveLength(3);
});

test('visits in one tick share requests and rendering; visits in the next tick send new requests', async () => {
  let requests = 0;
  const transport = (async () => new Response(String(Math.floor(requests++ / 3)))) as Transport;
  const pageAt = pageCache();
  const visit = async () => {
    const page = await pageAt('/x', transport, async (context) => new Response(await (await context.transport('/a')).text()));
    return withNonce(page, '').toString();
  };
  const visits = async () => {
    await nextTick();
    return Promise.all([visit(), visit(), visit()]);
  };
  expect([await visits(), requests]).toEqual([['0', '0', '0'], 1]); // rendered
  expect([await visits(), requests]).toEqual([['0', '0', '0'], 2]); // validated
  await visits();
  expect([await visits(), requests]).toEqual([['1', '1', '1'], 5]); // validated and rendered
});

test('revalidates a response with an ETag without reading its body', async () => {
  let version = 1;
  let read = 0;
  const transport = (async (_path: string, init?: RequestInit) => {
    const etag = `W/"${version}"`;
    if (new Headers(init?.headers).get('if-none-match') === etag) return new Response(null, { status: 304 });
    read++;
    return new Response(String(version), { headers: { etag } });
  }) as Transport;
  const pageAt = pageCache();
  const visit = async () => {
    await nextTick();
    const page = await pageAt('/x', transport, async (context) => new Response(await (await context.transport('/a')).text()));
    return withNonce(page, '').toString();
  };
  expect([await visit(), await visit(), await visit(), read]).toEqual(['1', '1', '1', 1]);
  version = 2;
  expect([await visit(), await visit()]).toEqual(['2', '2']);
});

test('caches pages by URL', async () => {
  const { api, visit } = site();
  api.set('/a', '1').set('/b', '2');
  expect([await visit('/x', '/a'), await visit('/y', '/b'), await visit('/x', '/a')]).toEqual(['N:1', 'N:2', 'N:1']);
});

test('renders a page again after its maximum age', async () => {
  let time = 1;
  const { api, renders, visit } = site({ ttl: 1000, now: () => time });
  api.set('/a', '1');
  await visit('/x', '/a');
  time += 1000;
  await visit('/x', '/a');
  expect(renders).toHaveLength(1);
  time++;
  await visit('/x', '/a');
  expect(renders).toHaveLength(2);
});

test('does not cache a page that failed, ignored a response or sent more than a plain GET', async () => {
  const { pageAt, transport } = site();
  let renders = 0;
  const renderers: Array<(fetchApi: Transport) => Response> = [
    () => new Response('missing', { status: 404 }),
    (fetchApi) => {
      void fetchApi('/slow');
      return new Response('without it');
    },
    (fetchApi) => {
      const timeout = new AbortController();
      void fetchApi('/slow', { signal: timeout.signal });
      timeout.abort();
      return new Response('without it');
    },
    (fetchApi) => {
      void fetchApi('/posts', { method: 'POST' });
      return new Response('written');
    },
    (fetchApi) => {
      void fetchApi('/me', { headers: { 'x-auth-token': 'secret' } });
      return new Response('mine');
    },
  ];
  for (const [index, render] of renderers.entries())
    for (let visit = 0; visit < 2; visit++) {
      await nextTick();
      await pageAt(`/${index}`, transport, async ({ transport: fetchApi }) => {
        renders++;
        return render(fetchApi);
      });
    }
  expect(renders).toBe(10);
});

test('limits the size of the cache and evicts the least recently used pages', async () => {
  const { api, renders, visit } = site({ size: 20_000 });
  api.set('/a', 'a'.repeat(700));
  for (let address = 0; address < 40; address++) {
    await visit('/popular', '/a');
    await visit(`/${address}`, '/a');
  }
  expect(renders.filter((address) => address === '/popular')).toHaveLength(1);
  renders.length = 0;
  for (let address = 0; address < 40; address++) await visit(`/${address}`, '/a');
  expect(renders.length).toBeGreaterThan(20);
});

test('a slow visit does not replace a newer page in the cache', async () => {
  const answers = [['1'], ['1', '2'], ['2'], ['2']].map(() => Promise.withResolvers<string>());
  let requests = 0;
  const transport = (async () => new Response(await (answers[requests++]?.promise ?? 'more'))) as Transport;
  const pageAt = pageCache();
  const renders: string[] = [];
  const visit = async () => {
    await nextTick();
    return pageAt('/x', transport, async (context) => {
      const text = await (await context.transport('/a')).text();
      renders.push(text);
      return new Response(text);
    });
  };
  const first = visit();
  answers[0]?.resolve('1');
  await first; // rendered from 1
  const slow = visit(); // sends a request and waits
  await nextTick();
  const quick = visit(); // sends a request
  await nextTick();
  answers[2]?.resolve('2');
  answers[3]?.resolve('2');
  expect(withNonce(await quick, '').toString()).toBe('2'); // rendered from 2
  answers[1]?.resolve('1');
  expect(withNonce(await slow, '').toString()).toBe('1'); // the response at the time of the visit
  answers.push(...[Promise.withResolvers<string>()]);
  answers[4]?.resolve('2');
  expect(withNonce(await visit(), '').toString()).toBe('2');
  expect(renders).toEqual(['1', '2']);
});

test('rejects a page when too many are being rendered', async () => {
  const { pageAt, transport } = site({ maxRenders: 2 });
  const { promise, resolve } = Promise.withResolvers<Response>();
  const pending = [1, 2].map((number) => pageAt(`/${number}`, transport, () => promise.then((response) => response.clone())));
  await expect(pageAt('/3', transport, () => promise)).rejects.toThrow('busy');
  resolve(new Response('rendered'));
  await Promise.all(pending);
  await nextTick();
  expect(withNonce(await pageAt('/3', transport, async () => new Response('rendered')), '').toString()).toBe('rendered');
});

test('renders the page again if the API fails', async () => {
  const { api, renders, pageAt, transport, visit } = site();
  api.set('/a', '1');
  await visit('/x', '/a');
  const failing = (async () => Promise.reject(new Error('gone'))) as Transport;
  await pageAt('/y', transport, async ({ transport: fetchApi }) => new Response(await (await fetchApi('/a')).text()));
  await nextTick();
  expect((await pageAt('/y', failing, async () => new Response('without it'))).pieces.join('')).toBe('without it');
  expect(renders).toHaveLength(1);
});

test('the ETag depends on build, URL and API responses, but not on the rendered text', async () => {
  let renders = 0;
  const etagOf = async (build: string | undefined, address: string, body: string) => {
    const transport = (async () => new Response(body)) as Transport;
    const render = async ({ transport: fetchApi }: { transport: Transport }) =>
      new Response(`${await (await fetchApi('/a')).text()} ${renders++}`);
    return (await pageCache({ build })(address, transport, render)).etag;
  };
  const etag = await etagOf('1', '/x', 'a');
  expect(await etagOf('1', '/x', 'a')).toBe(etag);
  const others = [await etagOf('2', '/x', 'a'), await etagOf('1', '/y', 'a'), await etagOf('1', '/x', 'b')];
  expect(new Set([etag, ...others]).size).toBe(4);
  // In development there is no build id, so the ETag depends on the text.
  expect(await etagOf(undefined, '/x', 'a')).not.toBe(await etagOf(undefined, '/x', 'a'));
});
