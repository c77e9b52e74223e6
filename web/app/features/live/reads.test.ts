import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakePage } from './fake-server.test-helper';
import { createReads, type Reads } from './reads';

let page: ReturnType<typeof fakePage>;
let reads: Reads;
const read = vi.fn(async () => {});
const shared = { spread: 1000, waits: true };

beforeEach(() => {
  vi.useFakeTimers();
  read.mockReset();
  page = fakePage();
  vi.stubGlobal('navigator', { onLine: true });
  reads = createReads();
});

afterEach(() => {
  reads.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('reads once for many events, and at most once a second', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  for (let events = 0; events < 45; events++) {
    reads.schedule('post a', read, shared);
    vi.advanceTimersByTime(100);
  }
  expect(read).toHaveBeenCalledTimes(5);
});

test('spreads the reads of many readers', () => {
  const delays = Array.from({ length: 100 }, () => {
    const [start, reader] = [Date.now(), createReads()];
    let delay = 0;
    reader.schedule('post a', async () => void (delay = Date.now() - start), shared);
    vi.advanceTimersByTime(1000);
    reader.stop();
    return delay;
  });
  expect(Math.min(...delays)).toBeLessThan(300);
  expect(Math.max(...delays)).toBeGreaterThan(700);
});

test('keys do not wait for each other', () => {
  for (const key of ['post a', 'post b']) reads.schedule(key, read, shared);
  vi.advanceTimersByTime(1000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('waits until the page is visible, unless the read shows in a hidden tab', () => {
  page.setVisible(false);
  reads.schedule('post a', read, shared);
  vi.advanceTimersByTime(60_000);
  reads.schedule('post a', read, shared);
  vi.advanceTimersByTime(60_000);
  expect(read).not.toHaveBeenCalled();
  page.setVisible(true);
  vi.advanceTimersByTime(1000);
  expect(read).toHaveBeenCalledTimes(1);

  page.setVisible(false);
  reads.schedule('notifications', read, { spread: 300, waits: false });
  vi.advanceTimersByTime(300);
  expect(read).toHaveBeenCalledTimes(2);
});

test('waits for the network', () => {
  vi.stubGlobal('navigator', { onLine: false });
  reads.schedule('notifications', read, { spread: 300, waits: false });
  vi.advanceTimersByTime(60_000);
  expect(read).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  page.dispatch('online');
  vi.advanceTimersByTime(1000);
  expect(read).toHaveBeenCalledTimes(1);
});

test('reads nothing after it has stopped', () => {
  page.setVisible(false);
  reads.schedule('post a', read, shared);
  vi.advanceTimersByTime(60_000);
  reads.schedule('post b', read, { spread: 1000, waits: false });
  reads.stop();
  reads.schedule('post c', read, shared); // after a read that was in flight
  page.setVisible(true);
  vi.advanceTimersByTime(60_000);
  expect(read).not.toHaveBeenCalled();
});
