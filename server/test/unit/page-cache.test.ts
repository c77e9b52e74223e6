import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventLoopTick } from '../../src/db/event-loop-tick.ts';
import type { Transport } from '../../src/http/in-process.ts';
import { pageCache, withNonce } from '../../src/pages/page-cache.ts';

/** Lets the event loop go round. */
async function turn(): Promise<void> {
  const before = eventLoopTick();
  while (eventLoopTick() === before) await setImmediate();
}

/** An API whose answers can be changed, and a page that is made of them. */
function site(options = {}) {
  const api = new Map<string, string>();
  const made: string[] = [];
  const transport = (async (path: string) => new Response(api.get(path) ?? '', { status: api.has(path) ? 200 : 404 })) as Transport;
  const pageAt = pageCache(options);
  const visit = async (address: string, ...paths: string[]) => {
    await turn(); // a visitor of a turn of their own
    const page = await pageAt(address, transport, async ({ transport: asked, nonce }) => {
      made.push(address);
      const texts = await Promise.all(paths.map(async (path) => (await asked(path)).text()));
      return new Response(`${nonce}:${texts}`, { headers: { 'content-type': 'text/html' } });
    });
    return withNonce(page, 'N').toString();
  };
  return { api, made, transport, pageAt, visit };
}

test('a page is made once, and again when any answer that it was made of is another', async () => {
  const { api, made, visit } = site();
  api.set('/a', '1').set('/b', '2');
  for (let visits = 0; visits < 3; visits++) expect(await visit('/x', '/a', '/b')).toBe('N:1,2');
  expect(made).toHaveLength(1);
  api.set('/b', '3');
  expect(await visit('/x', '/a', '/b')).toBe('N:1,3');
  api.delete('/a');
  expect(await visit('/x', '/a', '/b')).toBe('N:,3');
  expect(made).toHaveLength(3);
});

test('visitors of one turn share the asking and the making, and those of the next ask again', async () => {
  let asked = 0;
  const transport = (async () => new Response(String(Math.floor(asked++ / 3)))) as Transport;
  const pageAt = pageCache();
  const visit = async () => {
    const page = await pageAt('/x', transport, async (making) => new Response(await (await making.transport('/a')).text()));
    return withNonce(page, '').toString();
  };
  const visits = async () => {
    await turn();
    return Promise.all([visit(), visit(), visit()]);
  };
  expect([await visits(), asked]).toEqual([['0', '0', '0'], 1]); // made
  expect([await visits(), asked]).toEqual([['0', '0', '0'], 2]); // asked
  await visits();
  expect([await visits(), asked]).toEqual([['1', '1', '1'], 5]); // asked and made anew
});

test('an answer that has an entity tag is asked for by it, and not read again', async () => {
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
    await turn();
    const page = await pageAt('/x', transport, async (making) => new Response(await (await making.transport('/a')).text()));
    return withNonce(page, '').toString();
  };
  expect([await visit(), await visit(), await visit(), read]).toEqual(['1', '1', '1', 1]);
  version = 2;
  expect([await visit(), await visit()]).toEqual(['2', '2']);
});

test('each address has its own', async () => {
  const { api, visit } = site();
  api.set('/a', '1').set('/b', '2');
  expect([await visit('/x', '/a'), await visit('/y', '/b'), await visit('/x', '/a')]).toEqual(['N:1', 'N:2', 'N:1']);
});

test('after a while a page is made anew', async () => {
  let time = 0;
  const { api, made, visit } = site({ longest: 1000, now: () => time });
  api.set('/a', '1');
  await visit('/x', '/a');
  time = 999;
  await visit('/x', '/a');
  expect(made).toHaveLength(1);
  time = 1000;
  await visit('/x', '/a');
  expect(made).toHaveLength(2);
});

test('a page that failed, that did not wait for an answer, or that did more than ask is not kept', async () => {
  const { pageAt, transport } = site();
  let made = 0;
  const makers: Array<(asked: Transport) => Response> = [
    () => new Response('missing', { status: 404 }),
    (asked) => {
      void asked('/slow');
      return new Response('without it');
    },
    (asked) => {
      const patience = new AbortController();
      void asked('/slow', { signal: patience.signal });
      patience.abort();
      return new Response('without it');
    },
    (asked) => {
      void asked('/posts', { method: 'POST' });
      return new Response('written');
    },
    (asked) => {
      void asked('/me', { headers: { 'x-auth-token': 'secret' } });
      return new Response('mine');
    },
  ];
  for (const [index, make] of makers.entries())
    for (let visit = 0; visit < 2; visit++) {
      await turn();
      await pageAt(`/${index}`, transport, async ({ transport: asked }) => {
        made++;
        return make(asked);
      });
    }
  expect(made).toBe(10);
});

test('what it keeps is bounded, and a page that is asked for stays', async () => {
  const { api, made, visit } = site({ size: 20_000 });
  api.set('/a', 'a'.repeat(700));
  for (let address = 0; address < 40; address++) {
    await visit('/popular', '/a');
    await visit(`/${address}`, '/a');
  }
  expect(made.filter((address) => address === '/popular')).toHaveLength(1);
  made.length = 0;
  for (let address = 0; address < 40; address++) await visit(`/${address}`, '/a');
  expect(made.length).toBeGreaterThan(20);
});

test('a page that was made anew while another visitor asked about the old one stays', async () => {
  const answers = [['1'], ['1', '2'], ['2'], ['2']].map(() => Promise.withResolvers<string>());
  let asked = 0;
  const transport = (async () => new Response(await (answers[asked++]?.promise ?? 'more'))) as Transport;
  const pageAt = pageCache({ patience: 10_000 });
  const made: string[] = [];
  const visit = async () => {
    await turn();
    return pageAt('/x', transport, async (making) => {
      const text = await (await making.transport('/a')).text();
      made.push(text);
      return new Response(text);
    });
  };
  const first = visit();
  answers[0]?.resolve('1');
  await first; // made of 1
  const slow = visit(); // asks, and waits
  await turn();
  const quick = visit(); // asks
  await turn();
  answers[2]?.resolve('2');
  answers[3]?.resolve('2');
  expect(withNonce(await quick, '').toString()).toBe('2'); // made of 2
  answers[1]?.resolve('1');
  expect(withNonce(await slow, '').toString()).toBe('1'); // as it was when they asked
  answers.push(...[Promise.withResolvers<string>()]);
  answers[4]?.resolve('2');
  expect(withNonce(await visit(), '').toString()).toBe('2');
  expect(made).toEqual(['1', '2']);
});

test('so many pages are made at once, and who asks for a further one is told so', async () => {
  const { pageAt, transport } = site({ atOnce: 2 });
  const { promise, resolve } = Promise.withResolvers<Response>();
  const under = [1, 2].map((number) => pageAt(`/${number}`, transport, () => promise.then((response) => response.clone())));
  await expect(pageAt('/3', transport, () => promise)).rejects.toThrow('busy');
  resolve(new Response('made'));
  await Promise.all(under);
  await turn();
  expect(withNonce(await pageAt('/3', transport, async () => new Response('made')), '').toString()).toBe('made');
});

test('an API that does not answer soon is not waited for', async () => {
  const { api, made, pageAt, transport, visit } = site({ patience: 10 });
  api.set('/a', '1');
  await visit('/x', '/a');
  await turn();
  const silent = (() => new Promise<Response>(() => {})) as Transport;
  const page = await pageAt('/x', silent, async () => new Response('without it'));
  expect(page.pieces.join('')).toBe('without it');
  const failing = (async () => Promise.reject(new Error('gone'))) as Transport;
  await pageAt('/y', transport, async ({ transport: asked }) => new Response(await (await asked('/a')).text()));
  await turn();
  expect((await pageAt('/y', failing, async () => new Response('without it'))).pieces.join('')).toBe('without it');
  expect(made).toHaveLength(1);
});

test('a page is named by what it is made of and by, not by the time that stands in it', async () => {
  let made = 0;
  const etagOf = async (build: string | undefined, address: string, said: string) => {
    const transport = (async () => new Response(said)) as Transport;
    const make = async ({ transport: asked }: { transport: Transport }) => new Response(`${await (await asked('/a')).text()} ${made++}`);
    return (await pageCache({ build })(address, transport, make)).etag;
  };
  const one = await etagOf('1', '/x', 'a');
  expect(await etagOf('1', '/x', 'a')).toBe(one);
  const others = [await etagOf('2', '/x', 'a'), await etagOf('1', '/y', 'a'), await etagOf('1', '/x', 'b')];
  expect(new Set([one, ...others]).size).toBe(4);
  // While it is developed, a build has no name: the text has.
  expect(await etagOf(undefined, '/x', 'a')).not.toBe(await etagOf(undefined, '/x', 'a'));
});
