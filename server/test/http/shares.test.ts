import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { expectProblemShape, send } from '../client.ts';
import { connect, sendBytes } from '../raw-http.ts';
import { openSite, type Site } from '../site.ts';

/* One address cannot exhaust shared resources. */

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`;
const [first, second] = ['127.0.0.1', '127.0.0.2'] as const;
describe('connections', () => {
  const loadLimits = { connections: 12, connectionsPerAddress: 4, refusedPerAddress: 3 };

  test('answers 429 to a connection beyond the share of its address, and serves other addresses', async () => {
    const site = await openSite({ loadLimits });
    const open = await Promise.all([1, 2, 3, 4].map(() => connect(site, first)));
    const refused = await sendBytes(site, get('/healthz'), first);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '5', connection: 'close' } });
    if (refused) expectProblemShape(refused);
    expect((await sendBytes(site, get('/healthz'), second))?.status).toBe(200);
    open[0]?.destroy();
    await expect.poll(async () => (await sendBytes(site, get('/healthz'), first))?.status).toBe(200);
    for (const socket of open) socket.destroy();
  });

  test('serves other addresses while one floods it with connections', async () => {
    const site = await openSite({ loadLimits });
    const requests: Array<string | undefined> = [];
    site.app.server.on('request', ({ socket }) => requests.push(socket.remoteAddress));
    const flood = await Promise.all(Array.from({ length: 60 }, () => connect(site, first)));
    for (const socket of flood) socket.on('error', () => {}).write(get('/healthz').replace('connection: close\r\n', ''));
    for (let round = 0; round < 20; round++) expect((await sendBytes(site, get('/healthz'), second))?.status).toBe(200);
    expect(requests.filter((address) => address === first)).toHaveLength(loadLimits.connectionsPerAddress);
    for (const socket of flood) socket.destroy();
  });

  test('answers a refused upload too', async () => {
    const site = await openSite({ loadLimits });
    const open = await Promise.all([1, 2, 3, 4].map(() => connect(site, first)));
    const body = 'x'.repeat(3_000_000);
    const refused = await sendBytes(
      site,
      `POST /api/auth HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      first,
    );
    expect(refused?.status).toBe(429);
    for (const socket of open) socket.destroy();
  });

  test('exempts the proxies it trusts, and no others', async () => {
    const site = await openSite({ loadLimits, trustProxy: [first] });
    const open = await Promise.all(Array.from({ length: 10 }, () => connect(site, first)));
    expect((await sendBytes(site, get('/healthz'), first))?.status).toBe(200);
    const others = await Promise.all([connect(site, second)]);
    for (const socket of [...open, ...others]) socket.destroy();
    await Promise.all([...open, ...others].map((socket) => once(socket, 'close')));
    const many = await Promise.all([1, 2, 3, 4].map(() => connect(site, second)));
    expect((await sendBytes(site, get('/healthz', `x-forwarded-for: ${first}\r\n`), second))?.status).toBe(429);
    for (const socket of many) socket.destroy();
  });
});

describe('requests in flight', () => {
  const loadLimits = { requests: 6, requestsPerAddress: 2 };

  async function busySite(from: string, more: Partial<Parameters<typeof openSite>[0]> = {}) {
    const finish: Array<() => void> = [];
    const site = await openSite({
      loadLimits,
      pages: (app) => void app.get('/slow', () => new Promise((resolve) => finish.push(() => resolve({ done: true })))),
      ...more,
    });
    const slow = [sendFrom(site, '/slow', from), sendFrom(site, '/slow', from)];
    await expect.poll(() => finish.length).toBe(2);
    return {
      site,
      finish: async () => {
        for (const done of finish) done();
        expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
      },
    };
  }
  const sendFrom = ({ app }: Site, url: string, remoteAddress: string, headers = {}) =>
    send(app, { method: 'GET', url, remoteAddress, headers });

  test.for([
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
    ['2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1'],
  ])('from %s limit %s, but not %s', async ([from = '', sameClient = '', otherClient = '']) => {
    const { site, finish } = await busySite(from);
    for (const path of ['/api/profile', '/healthz', '/api/nothing'])
      expect(await sendFrom(site, path, sameClient), path).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await sendFrom(site, '/api/profile', otherClient)).status).toBe(200);
    await finish();
    await expect.poll(async () => (await sendFrom(site, '/api/profile', sameClient)).status).toBe(200);
  });

  test('count for the forwarded address of a trusted proxy', async () => {
    const { site, finish } = await busySite(first, { trustProxy: [first] });
    expect((await sendFrom(site, '/healthz', first)).status).toBe(429);
    expect((await sendFrom(site, '/healthz', first, { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
    expect((await sendFrom(site, '/healthz', second, { 'x-forwarded-for': first })).status).toBe(200); // forged
    await finish();
  });

  test('are bounded per connection: a deeper pipeline gets 429, is closed, and its other requests do not run', async () => {
    const site = await openSite({ loadLimits: { pipelined: 2 } });
    const socket = await connect(site);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.write(get('/readyz').replace('connection: close\r\n', '').repeat(50));
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '429']);
  });

  test('count each request of a pipeline', async () => {
    const { site, finish } = await busySite('192.0.2.1');
    const socket = await connect(site, first);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.write(`${get('/slow').replace('connection: close\r\n', '').repeat(2)}${get('/healthz')}`);
    await expect.poll(async () => (await sendFrom(site, '/healthz', first)).status).toBe(429);
    await finish();
    await once(socket, 'close');
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '429']);
  });

  test.for([
    [600_000, false],
    [1, true],
  ] as const)('are not read for %i ms after a 429', async ([pause, isRead]) => {
    const { site, finish } = await busySite(first, { loadLimits: { ...loadLimits, pause } });
    const requests: Array<string | undefined> = [];
    site.app.server.on('request', ({ url }) => requests.push(url));
    const socket = await connect(site, first);
    const closed = once(socket, 'close');
    socket.write(get('/first').replace('connection: close\r\n', ''));
    await once(socket, 'data');
    socket.write(get('/second'));
    for (let round = 0; round < 5; round++) expect((await sendBytes(site, get('/other'), second))?.status).toBe(404);
    if (isRead) await closed;
    expect(requests.includes('/second')).toBe(isRead);
    socket.destroy();
    await finish();
  });

  test('do not cause a warning of too many listeners when one connection gets many 429s', async () => {
    const { site, finish } = await busySite(first, { loadLimits: { ...loadLimits, pause: 1 } });
    const warnings: string[] = [];
    const record = ({ name }: Error) => warnings.push(name);
    process.on('warning', record);
    const socket = await connect(site, first);
    for (let round = 0; round < 20; round++) {
      socket.write(get('/healthz').replace('connection: close\r\n', ''));
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 429 /);
    }
    process.off('warning', record);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
    socket.destroy();
    await finish();
  });
});
