import type { Socket } from 'node:net';
import { errors, limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse, expectProblemShape } from '../client.ts';
import { createMember, writePost } from '../members.ts';
import { connect, readResponse, sendBytes } from '../raw-http.ts';
import { openSite, type Site } from '../site.ts';

/* Requests that wait for their body have a budget of their own, which networks share. */

const busy = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');
const trustProxy = ['127.0.0.1'];
const body = '{"text":"Hello"}';

/** Sends the head of a post and the first bytes of its body. */
async function begin(site: Site, { from, token = '', length = body.length, sent = '', path = '/api/posts' }: Begun): Promise<Socket> {
  const socket = await connect(site);
  socket.on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\nx-auth-token: ${token}\r\ncontent-type: application/json\r\n`;
  socket.write(`${head}content-length: ${length}\r\n\r\n${sent}`);
  return socket;
}
interface Begun {
  from: string;
  token?: string;
  length?: number;
  sent?: string;
  path?: string;
}

describe.for([
  ['an address', ['192.0.2.1', '192.0.2.1', '192.0.2.1']],
  ['a /24', ['192.0.2.1', '192.0.2.2', '192.0.2.3']],
  ['a /64', ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1::3']],
  ['a /56', ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:ff::1']],
  ['a /48', ['2001:db8:0:1::1', '2001:db8:0:100::1', '2001:db8:0:ff00::1']],
] as const)('%s with the most bodies that have not arrived', ([, heavy]) => {
  test('loses its oldest one with 503, and no other network does', async () => {
    const site = await openSite({ trustProxy, loadLimits: { bodyGrace: 60_000, waitingBodies: 4 } });
    const { token } = await createMember(site, 'Ada');
    const others = [await begin(site, { from: '198.51.100.1', token }), await begin(site, { from: '203.0.113.1', token })];
    const [first, ...later] = await Promise.all(heavy.map((from) => begin(site, { from, token })));
    const answers = [first, ...later].map((socket) => readResponse(socket as Socket));
    const evicted = await Promise.race(answers);
    expect(evicted).toMatchObject({ ...busy, headers: { connection: 'close', 'retry-after': '5' } });
    expectProblemShape(evicted);
    for (const socket of others) {
      socket.write(body);
      expect(await readResponse(socket)).toMatchObject({ status: 200, body: { text: 'Hello' } });
    }
  });
});

test('the network with the most bytes loses its oldest body', async () => {
  const site = await openSite({ trustProxy, loadLimits: { bodyGrace: 60_000, waitingBytes: 30_000 } });
  const { token } = await createMember(site, 'Ada');
  const small = await begin(site, { from: '198.51.100.1', token, sent: body.slice(0, 5) });
  const large = await begin(site, { from: '192.0.2.1', token, length: 50_000, sent: `{"text":"${'x'.repeat(20_000)}` });
  const larger = await begin(site, { from: '192.0.2.1', token, length: 50_000, sent: `{"text":"${'x'.repeat(20_000)}` });
  expect(await Promise.race([readResponse(large), readResponse(larger)])).toMatchObject(busy);
  small.write(body.slice(5));
  expect(await readResponse(small)).toMatchObject({ status: 200 });
});

test('requests that wait for their body do not count as requests in flight', async () => {
  const site = await openSite({ trustProxy, loadLimits: { bodyGrace: 60_000, requests: 2, requestsPerAddress: 2 } });
  const { token } = await createMember(site, 'Ada');
  const waiting = await Promise.all(Array.from({ length: 10 }, () => begin(site, { from: '192.0.2.1', token })));
  const read = 'GET /api/profile HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.1\r\nconnection: close\r\n\r\n';
  expect((await sendBytes(site, read))?.status).toBe(200);
  for (const socket of waiting) {
    socket.write(body);
    expect((await readResponse(socket)).status).toBe(200);
  }
});

test('a body that never begins gets 408 after the grace period', async () => {
  const site = await openSite({ loadLimits: { bodyGrace: 100, checkInterval: 20 } });
  const socket = await begin(site, { from: '', path: '/api/auth', length: 10 });
  expect(await readResponse(socket)).toMatchObject(errorResponse(408, 'The request took too long to arrive'));
});

test('a body may only be as large as its endpoint needs', async () => {
  const site = await openSite();
  const ada = await createMember(site, 'Ada');
  const post = await writePost(ada);
  const large = { text: 'x'.repeat(limits.smallBody) };
  const tooLarge = errorResponse(413, errors.bodyTooLarge.msg);
  expect(await clientOf(site).post('/api/auth', large)).toMatchObject(tooLarge);
  expect(await clientOf(site).post('/api/users', large)).toMatchObject(tooLarge);
  expect(await ada.put(`/api/posts/like/${post}`, large)).toMatchObject(tooLarge);
  expect((await ada.post('/api/posts', large)).status).toBe(200);
});
