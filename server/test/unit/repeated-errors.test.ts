import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withSafeLogging } from '../../src/platform/log/log.ts';

const lines: string[] = [];
const open = () => Fastify({ logger: withSafeLogging({ level: 'info', stream: { write: (line: string) => void lines.push(line) } }) }).log;
const logged = () => lines.map((line) => JSON.parse(line));

beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

const full = () => new Error('the database is unavailable', { cause: new Error('database or disk is full') });

test('logs a repeated error once a minute and counts the rest', () => {
  const log = open();
  for (let times = 0; times < 1000; times++) log.error({ err: full() }, 'unexpected failure');
  expect(logged()).toMatchObject([{ msg: 'unexpected failure', err: { cause: { message: 'database or disk is full' } } }]);
  vi.advanceTimersByTime(60_000);
  expect(logged()[1]).toMatchObject({ msg: 'error repeated', times: 999, error: expect.stringContaining('disk is full') });
  log.error({ err: full() }, 'unexpected failure');
  expect(lines).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(3);
});

test('does not suppress other errors or messages without an error', () => {
  const log = open();
  log.error({ err: full() }, 'unexpected failure');
  log.error({ err: new Error('the database is unavailable', { cause: new Error('disk I/O error') }) }, 'unexpected failure');
  log.warn({ err: full() }, 'the use of a session was not noted');
  for (let times = 0; times < 3; times++) log.info('signed in');
  expect(lines).toHaveLength(6);
});

test('counts distinct errors beyond fifty instead of logging them', () => {
  const log = open();
  for (let times = 0; times < 1000; times++) log.error({ err: new Error(`no ${times}`) }, 'unexpected failure');
  expect(lines).toHaveLength(50);
  vi.advanceTimersByTime(60_000);
  expect(logged()[50]).toMatchObject({ msg: 'further errors were counted, not logged', times: 950 });
});

test('removes credentials from logged URLs', () => {
  const cause = new TypeError('Request cannot be constructed from a URL that includes credentials: https://ada:hunter2@ping.example/x');
  open().warn({ err: new Error('postgres://ada:hunter2@db/x', { cause }) }, 'failed');
  expect(lines.join()).not.toContain('hunter2');
  expect(lines.join()).toContain('https://…@ping.example/x');
});
