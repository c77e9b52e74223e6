import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Hub } from '../../src/features/live/hub.ts';
import { Subscriber } from '../../src/features/live/subscriber.ts';
import type { EventStream } from '../../src/platform/http/event-streams.ts';

/* A database that is slow or fails. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function openHub(all: () => Promise<never>) {
  const context = { db: { engine: 'sqlite', all, get: async () => ({ position: '1' }), watch: () => () => {} }, log: { warn: vi.fn() } };
  const hub = new Hub(context as never);
  const subscriber = new Subscriber({} as EventStream, { id: 'ada', sessionId: 'a' }, []);
  subscriber.sessionEnd = 0; // due
  hub.add(subscriber);
  return context;
}

test('sessions are checked once at a time while the database is slow', async () => {
  const all = vi.fn(() => new Promise<never>(() => {}));
  openHub(all);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(all).toHaveBeenCalledTimes(1);
});

test('a failed check of sessions is repeated after a second', async () => {
  const all = vi.fn(() => Promise.reject(new Error('Unavailable')));
  const { log } = openHub(all);
  await vi.advanceTimersByTimeAsync(500);
  expect(all).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(900);
  expect(all).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(all).toHaveBeenCalledTimes(2);
  expect(log.warn).toHaveBeenCalledTimes(2);
});
