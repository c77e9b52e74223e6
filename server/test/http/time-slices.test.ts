import { expect, test } from 'vitest';
import { errorResponse } from '../client.ts';
import { openSite } from '../site.ts';

/** Occupies the event loop for longer than the slice of an iteration. */
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);

/** A site with a path whose requests take long, and the order in which its requests began. */
async function busySite(loadLimits: { sliceWait?: number } = {}) {
  const order: string[] = [];
  const site = await openSite({
    loadLimits,
    pages: (app) =>
      void app.get<{ Querystring: { name: string } }>('/work', async ({ query }) => {
        order.push(query.name);
        block();
        return {};
      }),
  });
  const work = (name: string, remoteAddress: string) => site.app.inject({ url: `/work?name=${name}`, remoteAddress });
  return { site, order, work };
}

test('serves a client before the waiting requests of another client', async () => {
  const { order, work } = await busySite();
  const theirs = Array.from({ length: 10 }, (_, index) => work(`theirs ${index}`, '192.0.2.1'));
  const mine = work('mine', '198.51.100.1');
  expect((await Promise.all([...theirs, mine])).map(({ statusCode }) => statusCode)).toEqual(Array(11).fill(200));
  expect(order.indexOf('mine')).toBeLessThanOrEqual(2);
  expect(order).toHaveLength(11);
});

test('answers other requests between expensive ones', async () => {
  const { order, site, work } = await busySite();
  const theirs = Array.from({ length: 10 }, (_, index) => work(`theirs ${index}`, '192.0.2.1'));
  expect((await site.app.inject({ url: '/api/posts/unknown', remoteAddress: '198.51.100.1' })).statusCode).toBe(401);
  expect(order.length).toBeLessThan(10);
  await Promise.all(theirs);
});

test('a request that waits too long gets 503, except health checks', async () => {
  const { site, work } = await busySite({ sliceWait: 0 });
  const [first, second, health] = await Promise.all([
    work('first', '192.0.2.1'),
    work('second', '192.0.2.1'),
    site.app.inject({ url: '/healthz', remoteAddress: '192.0.2.1' }),
  ]);
  expect([first?.statusCode, health?.statusCode]).toEqual([200, 200]);
  expect({ status: second?.statusCode, body: second?.json(), headers: second?.headers }).toMatchObject({
    ...errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.'),
    headers: { 'retry-after': '5' },
  });
});
