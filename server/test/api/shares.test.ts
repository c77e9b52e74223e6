import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { expectProblemShape, send } from '../client.ts';
import { openSite, type Site } from '../site.ts';
import { dial, exchange } from '../wire.ts';

/* One address cannot use up what all share. */

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`;
const [one, other] = ['127.0.0.1', '127.0.0.2'] as const;
const patient = { timeout: 20_000 };

describe('connections', () => {
  const bounds = { connections: 12, connectionsPerAddress: 4, refusedPerAddress: 3 };

  test('answers 429 to a connection beyond the share of its address, and serves other addresses', async () => {
    const site = await openSite({ bounds });
    const open = await Promise.all([1, 2, 3, 4].map(() => dial(site, one)));
    const refused = await exchange(site, get('/healthz'), one);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5', connection: 'close' } });
    if (refused) expectProblemShape(refused);
    expect((await exchange(site, get('/healthz'), other))?.status).toBe(200);
    open[0]?.destroy();
    await expect.poll(async () => (await exchange(site, get('/healthz'), one))?.status, patient).toBe(200);
    for (const socket of open) socket.destroy();
  });

  test('serves other addresses while one floods it with connections', async () => {
    const site = await openSite({ bounds });
    const requests: Array<string | undefined> = [];
    site.app.server.on('request', ({ socket }) => requests.push(socket.remoteAddress));
    const flood = await Promise.all(Array.from({ length: 60 }, () => dial(site, one)));
    for (const socket of flood) socket.on('error', () => {}).write(get('/healthz').replace('connection: close\r\n', ''));
    for (let asked = 0; asked < 20; asked++) expect((await exchange(site, get('/healthz'), other))?.status).toBe(200);
    expect(requests.filter((address) => address === one)).toHaveLength(bounds.connectionsPerAddress);
    for (const socket of flood) socket.destroy();
  });

  test('answers a refused upload too', async () => {
    const site = await openSite({ bounds });
    const open = await Promise.all([1, 2, 3, 4].map(() => dial(site, one)));
    const body = 'x'.repeat(3_000_000);
    const refused = await exchange(
      site,
      `POST /api/auth HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      one,
    );
    expect(refused?.status).toBe(429);
    for (const socket of open) socket.destroy();
  });

  test('exempts the proxies it trusts, and no others', async () => {
    const site = await openSite({ bounds, trustProxy: [one] });
    const open = await Promise.all(Array.from({ length: 10 }, () => dial(site, one)));
    expect((await exchange(site, get('/healthz'), one))?.status).toBe(200);
    const others = await Promise.all([dial(site, other)]);
    for (const socket of [...open, ...others]) socket.destroy();
    await Promise.all([...open, ...others].map((socket) => once(socket, 'close')));
    const many = await Promise.all([1, 2, 3, 4].map(() => dial(site, other)));
    expect((await exchange(site, get('/healthz', `x-forwarded-for: ${one}\r\n`), other))?.status).toBe(429);
    for (const socket of many) socket.destroy();
  });
});

describe('requests in flight', () => {
  const bounds = { requests: 6, requestsPerAddress: 2 };

  async function busySite(from: string, more: Partial<Parameters<typeof openSite>[0]> = {}) {
    const finish: Array<() => void> = [];
    const site = await openSite({
      bounds,
      pages: (app) => void app.get('/slow', () => new Promise((resolve) => finish.push(() => resolve({ done: true })))),
      ...more,
    });
    const slow = [ask(site, '/slow', from), ask(site, '/slow', from)];
    await expect.poll(() => finish.length, patient).toBe(2);
    return {
      site,
      finish: async () => {
        for (const done of finish) done();
        expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
      },
    };
  }
  const ask = ({ app }: Site, url: string, remoteAddress: string, headers = {}) =>
    send(app, { method: 'GET', url, remoteAddress, headers });

  test.for([
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
    ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1'],
  ])('from %s leave no room for %s, and room for %s', async ([first = '', same = '', stranger = '']) => {
    const { site, finish } = await busySite(first);
    for (const path of ['/api/profile', '/healthz', '/api/nothing'])
      expect(await ask(site, path, same), path).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await ask(site, '/api/profile', stranger)).status).toBe(200);
    await finish();
    await expect.poll(async () => (await ask(site, '/api/profile', same)).status, patient).toBe(200);
  });

  test('count for the forwarded address of a trusted proxy', async () => {
    const { site, finish } = await busySite(one, { trustProxy: [one] });
    expect((await ask(site, '/healthz', one)).status).toBe(429);
    expect((await ask(site, '/healthz', one, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
    expect((await ask(site, '/healthz', other, { 'x-forwarded-for': one })).status).toBe(200); // forged
    await finish();
  });

  test('are bounded per connection: a deeper pipeline is refused and closed, and the rest of it does not run', async () => {
    const site = await openSite({ bounds: { pipelined: 2 } });
    const socket = await dial(site);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.write(get('/readyz').replace('connection: close\r\n', '').repeat(50));
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '429']);
  });

  test('count each request of a pipeline', async () => {
    const { site, finish } = await busySite('192.0.2.1');
    const socket = await dial(site, one);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.write(`${get('/slow').replace('connection: close\r\n', '').repeat(2)}${get('/healthz')}`);
    await expect.poll(async () => (await ask(site, '/healthz', one)).status, patient).toBe(429);
    await finish();
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '429']);
  });

  test.for([
    [600_000, false],
    [1, true],
  ] as const)('of an address that gets a 429 are not read for %i ms', async ([pause, isRead]) => {
    const { site, finish } = await busySite(one, { bounds: { ...bounds, pause } });
    const requests: Array<string | undefined> = [];
    site.app.server.on('request', ({ url }) => requests.push(url));
    const socket = await dial(site, one);
    const closed = once(socket, 'close');
    socket.write(get('/first').replace('connection: close\r\n', ''));
    await once(socket, 'data');
    socket.write(get('/second'));
    for (let asked = 0; asked < 5; asked++) expect((await exchange(site, get('/other'), other))?.status).toBe(404);
    if (isRead) await closed;
    expect(requests.includes('/second')).toBe(isRead);
    socket.destroy();
    await finish();
  });
});
