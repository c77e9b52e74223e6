import { expect, test } from 'vitest';
import { clientOf, errorResponse, expectProblemShape } from '../client.ts';
import { createMember } from '../members.ts';
import { listen, sendBytes } from '../raw-http.ts';
import { openSite } from '../site.ts';

const busy = errorResponse(503, 'The site is starting, stopping or very busy. Try again in a moment.');
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;

test('a running site is alive and ready', async () => {
  const visitor = clientOf(await openSite());
  for (const path of ['/healthz', '/readyz']) expect(await visitor.get(path)).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('a closing site is alive and not ready', async () => {
  const responses: unknown[] = [];
  const site = await openSite({
    pages: (app) =>
      void app.addHook('preClose', async () => {
        for (const path of ['/healthz', '/readyz']) responses.push(await sendBytes({ app }, get(path)));
      }),
  });
  await listen(site);
  await site.app.close();
  expect(responses).toMatchObject([{ status: 200 }, { ...busy, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }]);
  for (const response of responses) expectProblemShape(response as never);
});

test('a site without its database is alive and not ready, and sends Retry-After', async () => {
  const lines: string[] = [];
  const site = await openSite({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  const visitor = clientOf(site);
  const ada = await createMember(site, 'Ada');
  await visitor.get('/api/profile/facets'); // waits until the site has read the profiles
  await site.db.close();
  expect((await visitor.get('/healthz')).status).toBe(200);
  expect(lines).toEqual([]);
  expect(await visitor.get('/readyz')).toMatchObject(busy);
  expect(lines).toEqual([expect.stringMatching(/The (PostgreSQL database|database file \S+) is unavailable/)]);
  const calls = [visitor.get('/readyz'), visitor.get('/api/profile'), ada.get('/api/posts'), ada.post('/api/posts', { text: 'Lost' })];
  for (const response of await Promise.all(calls)) {
    expect(response).toMatchObject(busy);
    expect(response.headers['retry-after']).toMatch(/^\d+$/);
  }
});
