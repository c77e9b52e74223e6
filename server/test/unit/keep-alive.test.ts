import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAlive } from '../../src/platform/process/keep-alive.ts';
import { onCleanup } from '../cleanup.ts';

/* The interval uses fake timers; the requests use real connections. */

const requests: string[] = [];
let answer: RequestListener;
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`;
const shown = `${new URL(url).origin}/…`;
const stopListening = async () => {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
};
onCleanup(stopListening);

const logged: Array<{ level: 'info' | 'warn'; entry: object; text: string }> = [];
const entries = new EventEmitter();
const record = (level: 'info' | 'warn') => (entry: object, text: string) => {
  logged.push({ level, entry, text });
  entries.emit('logged');
};
const log = { info: record('info'), warn: record('warn') } as never;
/** Advances the clock by the interval and waits for the log entry of the ping. */
const nextPing = async () => {
  const entry = once(entries, 'logged');
  vi.advanceTimersByTime(120_000);
  await entry;
};
let ping: { stop(): void };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  answer = (_request, response) => response.end('ok');
  requests.length = logged.length = 0;
  ping = keepAlive(url, log);
});
afterEach(() => {
  ping.stop();
  vi.useRealTimers();
});

test('requests the URL every two minutes and logs the status', async () => {
  const first = once(entries, 'logged');
  vi.advanceTimersByTime(119_999);
  expect(requests).toEqual([]);
  vi.advanceTimersByTime(1);
  await first;
  expect(logged).toEqual([{ level: 'info', entry: { url: shown, status: 200 }, text: 'keep-alive' }]);
  answer = (_request, response) => response.writeHead(503).end();
  await nextPing();
  expect(logged[1]).toEqual({ level: 'info', entry: { url: shown, status: 503 }, text: 'keep-alive' });
  expect(requests).toEqual(['GET /healthz', 'GET /healthz']);
});

test('logs a failure and sends the next ping', async () => {
  answer = (request) => request.destroy();
  await nextPing();
  expect(logged).toEqual([{ level: 'warn', entry: { url: shown, err: expect.any(Error) }, text: 'keep-alive failed' }]);
  answer = (_request, response) => response.end('ok');
  await nextPing();
  expect(logged[1]).toMatchObject({ level: 'info', entry: { status: 200 } });
});

test('sends no request after stop', async () => {
  await nextPing();
  expect(logged).toHaveLength(1);
  ping.stop();
  vi.advanceTimersByTime(1_200_000);
  // The server would receive a stray ping before this request.
  await fetch(`${url}?last`);
  expect(requests).toEqual(['GET /healthz', 'GET /healthz?last']);
});
