import { setImmediate } from 'node:timers/promises';
import { traffic } from '@dev-connector/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectProblemShape, send } from '../client.ts';
import { openProcess, openSite, type Site } from '../site.ts';

/* The limit on all requests of an address, which processes share through the database. The clock is mocked at 20 seconds past a minute. */

const now = Date.UTC(2026, 10, 21, 12, 0, 20);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());

const site = await openSite({ rateLimits: 'on' });
const max = traffic.address.times;
const ask = ({ app }: Site, from: string) => send(app, { method: 'GET', url: '/api/nothing', remoteAddress: from });

async function statuses(count: number, from: string, processes: Site[]): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (let index = 0; index < count; index++) {
    const { status } = await ask(processes[index % processes.length] as Site, from);
    found[status] = (found[status] ?? 0) + 1;
    await setImmediate(); // injected requests alone do not let the event loop continue
  }
  return found;
}

test('three processes share a limit, except the tenths that they have not yet written', async () => {
  const found = await statuses(max * 2, '198.51.100.4', [site, await openProcess(site), await openProcess(site)]);
  expect(found[404]).toBeGreaterThanOrEqual(max);
  expect(found[404]).toBeLessThanOrEqual(max * 1.4);
  // A process writes its count only when it reaches a tenth of the limit.
  const rows = await site.db.all`select requests from request_counts where until = ${now + 40_000}`;
  expect(rows).toEqual([{ requests: expect.any(Number) }]);
});

test('returns 429 without a database query', async () => {
  const closed = await openProcess(site);
  await closed.db.close();
  const from = '198.51.100.5';
  expect(await statuses(max + 5, from, [closed])).toEqual({ 404: max, 429: 5 });
  expectProblemShape(await ask(closed, from));
});
