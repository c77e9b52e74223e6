import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse, expectProblemShape } from '../client.ts';
import { createMember, createMembers, type TestMember } from '../members.ts';
import { connect, listen, readResponse, sendBytes } from '../raw-http.ts';
import { openSite } from '../site.ts';

/* Load shedding and slow clients: requests beyond capacity get 503 or 408 without delay. */

const busy = {
  ...errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.'),
  headers: { 'retry-after': '5' },
};
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;

describe('slow clients', async () => {
  const site = await openSite({ loadLimits: { headers: 150, bodyGrace: 300, checkInterval: 20, drainTimeout: 20 } });

  /** Opens connections that send one byte at a time and never close; returns what each received when the server has closed them all. */
  async function trickle(count: number, first: string): Promise<string[]> {
    const { port } = await listen(site);
    let accepted = 0;
    site.app.server.on('connection', () => accepted++);
    const sockets = Array.from({ length: count }, () => {
      const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
      const connection = { socket, received: '' };
      socket.on('data', (chunk) => (connection.received += chunk)).on('error', () => {});
      socket.write(first);
      return connection;
    });
    const open = () => new Promise((resolve) => site.app.server.getConnections((_error, connections) => resolve(connections)));
    await expect.poll(() => accepted).toBe(count);
    const timer = setInterval(() => {
      for (const { socket } of sockets) if (first !== '' && socket.writable) socket.write('x');
    }, 10);
    await expect.poll(open).toBe(0);
    clearInterval(timer);
    for (const { socket } of sockets) socket.destroy();
    return sockets.map(({ received }) => received);
  }

  test.for([
    ['headers', 'GET /api/profile HTTP/1.1\r\nhost: localhost\r\nx: '],
    ['a first line', 'GET /api/pro'],
    ['nothing', ''],
    ['a body', 'POST /api/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"email":"'],
    [
      'chunks',
      'POST /api/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1000000\r\n{"email":"',
    ],
    ['headers of a second request', `${get('/healthz').replace('close', 'keep-alive')}GET /api/profile HTTP/1.1\r\nx: `],
  ])('that trickle %s get 408 and are disconnected', async ([, first = '']) => {
    for (const text of await trickle(100, first))
      expect(text).toMatch(/HTTP\/1\.1 408 Request Timeout\r\n(.+\r\n)*\r\n\{"title":"Request Timeout","status":408,/);
    // On a busy machine, this request may exceed the short timeouts too.
    await expect.poll(async () => (await sendBytes(site, get('/healthz')))?.status).toBe(200);
  });
});

test('a body may take as long as it arrives at the minimum rate', async () => {
  const site = await openSite({ loadLimits: { bodyGrace: 300, bodyRate: 0.1 } });
  const { token } = await createMember(site, 'Slow');
  const head = `POST /api/posts HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${token}\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n`;
  const [steady, late] = [await connect(site), await connect(site)];
  steady.write(`${head}{"text":"`);
  late.write(head);
  expect((await readResponse(late)).status).toBe(408);
  steady.write('Hello"}');
  expect((await readResponse(steady)).status).toBe(200);
  steady.destroy();
});

test('the default timeouts disconnect a slow client within ten seconds', async () => {
  const { app } = await openSite();
  const { headersTimeout, requestTimeout, timeout } = app.server;
  const { loadLimits } = await import('../../src/platform/http/load/load-limits.ts');
  expect(headersTimeout).toBe(loadLimits.headers);
  expect(requestTimeout).toBe(loadLimits.request);
  expect(timeout).toBe(loadLimits.idle);
  expect(
    Math.max(headersTimeout + loadLimits.drainTimeout, loadLimits.bodyGrace + loadLimits.drainTime) + loadLimits.checkInterval,
  ).toBeLessThan(10_000);
});

test('a connection beyond the limit gets 503 and is closed, until another one ends', async () => {
  const site = await openSite({ loadLimits: { connections: 3 } });
  const open = await Promise.all([1, 2, 3].map(() => connect(site)));
  const response = await sendBytes(site, get('/healthz'));
  expect(response).toMatchObject(busy);
  if (response) expectProblemShape(response);
  open[0]?.end();
  await expect.poll(async () => (await sendBytes(site, get('/healthz')))?.status).toBe(200);
  for (const socket of open) socket.destroy();
});

test('a request beyond the limit gets 503, except health checks', async () => {
  let finish: Array<() => void> = [];
  const site = await openSite({
    loadLimits: { requests: 2 },
    pages: (app) => void app.get('/slow', () => new Promise((resolve) => finish.push(() => resolve({ done: true })))),
  });
  const visitor = clientOf(site);
  const slow = [visitor.get('/slow'), visitor.get('/slow')];
  await expect.poll(() => finish.length).toBe(2);
  expect(await visitor.get('/api/profile')).toMatchObject(busy);
  expect((await visitor.get('/readyz')).status).toBe(200);
  for (const done of finish) done();
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(async () => (await visitor.get('/api/profile')).status).toBe(200);
  // A client that disconnects frees its slot.
  finish = [];
  const leaving = await Promise.all([connect(site), connect(site)]);
  for (const socket of leaving) socket.write(get('/slow'));
  await expect.poll(() => finish.length).toBe(2);
  expect((await visitor.get('/api/profile')).status).toBe(503);
  for (const socket of leaving) socket.destroy();
  await expect.poll(async () => (await visitor.get('/api/profile')).status).toBe(200);
});

test('requests get 503 while the event loop is repeatedly delayed, except health checks', async () => {
  const site = await openSite({ loadLimits: { sampleInterval: 5, late: 20, maxLateSamples: 2 } });
  const visitor = clientOf(site);
  await expect.poll(async () => (await visitor.get('/api/profile')).status).toBe(200); // the test machine can cause delays too
  const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
  const readUnderLoad = async () => {
    block();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return visitor.get('/api/profile');
  };
  await expect.poll(readUnderLoad, { interval: 0 }).toMatchObject(busy);
  block();
  expect((await visitor.get('/healthz')).status).toBe(200);
  await expect.poll(async () => (await visitor.get('/api/profile')).status).toBe(200);
});

test('requests get 503 while memory is above its limit, except health checks', async () => {
  const site = await openSite({ loadLimits: { memory: 0, sampleInterval: 5 } });
  const visitor = clientOf(site);
  await expect.poll(() => visitor.get('/api/profile')).toMatchObject(busy);
  expect((await visitor.get('/healthz')).status).toBe(200);
});

test('five hundred concurrent sign-ins do not block other requests', async () => {
  const site = await openSite();
  const visitor = clientOf(site);
  const [ada] = (await createMembers(site, 1)) as [TestMember];
  // A hash that is cheap to verify, because this test is about the queue.
  const cheap = '$argon2id$v=19$m=1024,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ';
  await site.db.run`update users set password_hash = ${cheap} where id = ${ada._id}`;
  const signIns = Array.from({ length: 500 }, () => visitor.post('/api/auth', { email: ada.email, password: 'not the password' }));
  for (let round = 0; round < 20; round++) expect((await visitor.get('/api/profile')).status).toBe(200);
  const statuses = Map.groupBy(await Promise.all(signIns), ({ status }) => status);
  expect([...statuses.keys()].toSorted()).toEqual([400, 503]);
  expect(statuses.get(503)?.[0]).toMatchObject(busy);
});
