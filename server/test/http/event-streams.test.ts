import { once } from 'node:events';
import { expect, test } from 'vitest';
import { errorResponse, expectProblemShape } from '../client.ts';
import { openStream, request200 } from '../event-stream.ts';
import { createMember, createMembers, type TestMember, writePost } from '../members.ts';
import { connect, readResponse } from '../raw-http.ts';
import { openSite, type Site } from '../site.ts';

/* The limits of event streams, and their end. */

const streams = { total: 4, perNetwork: 4, perAddress: 3, perAccount: 2, heartbeat: 25_000, unread: 64 * 1024 };

/** Returns the response to a request for a stream that is refused. */
async function refused(site: Site, member: TestMember, localAddress?: string) {
  const { response } = await request200(site, member, '', { ...(localAddress && { localAddress }) });
  let raw = '';
  response.setEncoding('utf8').on('data', (chunk) => (raw += chunk));
  await once(response, 'end');
  const refusal = { status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, raw, body: JSON.parse(raw) };
  expectProblemShape(refusal);
  return refusal;
}

test('streams are limited by account, address and in total', async () => {
  const site = await openSite({ loadLimits: { streams } });
  const [ada, grace, bob] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
  const first = await openStream(site, ada);
  await openStream(site, ada);
  expect(await refused(site, ada, '127.0.0.2')).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  await openStream(site, grace);
  expect(await refused(site, bob)).toMatchObject({ status: 429 });
  const last = await openStream(site, bob, '', { localAddress: '127.0.0.2' });
  expect(await refused(site, grace, '127.0.0.3')).toMatchObject(
    errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.'),
  );
  await first.close();
  await expect.poll(() => site.app.eventStreams.size).toBe(3);
  await openStream(site, ada);
  await last.close();
});

test('streams are limited by network', async () => {
  const site = await openSite({ loadLimits: { streams: { ...streams, perNetwork: 2 } } });
  const ada = await createMember(site, 'Ada');
  const grace = await createMember(site, 'Grace');
  const first = await openStream(site, ada, '', { localAddress: '127.0.0.1' });
  await openStream(site, ada, '', { localAddress: '127.0.0.2' });
  expect(await refused(site, grace, '127.0.0.3')).toMatchObject({ status: 429 });
  await openStream(site, grace, '', { localAddress: '127.0.1.1' });
  await first.close();
  await expect.poll(() => site.app.eventStreams.size).toBe(2);
  await openStream(site, grace, '', { localAddress: '127.0.0.3' });
});

test('streams count neither as requests in flight nor as connections, and have no idle timeout', async () => {
  const limits = { requests: 1, requestsPerAddress: 1, connections: 2, connectionsPerAddress: 2, idle: 100 };
  const site = await openSite({ loadLimits: { ...limits, streams: { ...streams, total: 3, perAccount: 3, heartbeat: 60_000 } } });
  const ada = await createMember(site, 'Ada');
  const open = [await openStream(site, ada, '?feeds=latest'), await openStream(site, ada), await openStream(site, ada)];
  expect((await ada.get('/api/auth')).status).toBe(200);
  const idle = await connect(site); // counts, and is closed by the idle timeout
  const socket = await connect(site);
  socket.write(`GET /api/auth HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${ada.token}\r\n\r\n`);
  expect(await readResponse(socket)).toMatchObject({ status: 200 });
  await once(idle, 'close');
  await writePost(ada);
  expect((await open[0]?.until('feed'))?.length).toBe(2);
  socket.destroy();
});

test('a stream has heartbeats with the id after which a client can continue', async () => {
  const site = await openSite({ loadLimits: { streams: { ...streams, heartbeat: 20 } } });
  const stream = await openStream(site, await createMember(site, 'Ada'), '', { heartbeats: true });
  await stream.until('ready');
  const heartbeat = { comment: '', id: expect.stringMatching(/^\w+-[\d:,]+$/) };
  expect([await stream.next(), await stream.next()]).toEqual([heartbeat, heartbeat]);
});

test('a stream whose client does not read ends', async () => {
  const site = await openSite({ loadLimits: { streams } });
  const [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
  const { response } = await request200(site, ada, '?feeds=latest');
  response.pause();
  const reader = await openStream(site, grace, '?feeds=latest');
  const posts = Array.from({ length: 100 }, (_, index) => ({
    ...{ kind: 'post', change: 'created', author: ada._id },
    post: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  }));
  while (site.app.eventStreams.size > 1) {
    await site.db.run`insert into live_events (entries, created_at) values (${JSON.stringify(posts)}, ${Date.now()})`;
    site.db.announce();
  }
  const post = await writePost(ada, 'The other one still reads');
  while ((await reader.next()).data.post !== post);
  response.destroy();
});

test('a shutdown ends streams, and tells clients to come back within ten seconds', async () => {
  const site = await openSite({ loadLimits: { streams } });
  const [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
  const open = [await openStream(site, ada), await openStream(site, grace)];
  for (const stream of open) await stream.until('ready');
  const { response } = await request200(site, grace);
  response.pause(); // does not read the end
  const ends = Promise.all(open.map((stream) => stream.rest()));
  await site.app.close();
  for (const blocks of await ends) expect(blocks).toEqual([{ id: expect.any(String), retry: expect.stringMatching(/^\d{1,4}$/) }]);
});
