import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { RequestLog } from '../../src/platform/log/request-log.ts';

test('logs no query strings and no tokens in paths', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'debug', stream }, logController: new RequestLog() });
  for (const path of ['/posts/:id', '/unsubscribe/:token']) app.get(path, () => 'OK');
  for (const url of ['/posts/1?secret=2', '/unsubscribe/secret', '/unknown?secret=3']) await app.inject(url);
  await app.close();
  const urls = lines.map((line) => JSON.parse(line)).flatMap(({ msg, url }) => (msg === 'request' ? [url] : []));
  expect(urls).toEqual(['/posts/1', '/unsubscribe/:token', '/unknown']);
});
