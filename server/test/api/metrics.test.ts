import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { signUp } from '../members.ts';
import { openSite } from '../site.ts';

const token = 'for-prometheus';
const bearer = { authorization: `Bearer ${token}` };

test('returns 404 if metrics are not enabled', async () => {
  const visitor = clientOf(await openSite());
  expect((await visitor.get('/metrics', bearer)).status).toBe(404);
});

test('reports durations and statuses for each route, only with the token', async () => {
  const site = await openSite({ metricsToken: token });
  const ada = await signUp(site, 'Ada');
  await ada.get('/api/posts/no-such-post');
  await ada.get(`/api/posts/${ada._id}`);
  await clientOf(site).get('/nowhere/at/all');
  expect((await clientOf(site).get('/metrics')).status).toBe(401);
  for (const authorization of [token, 'Bearer other', ''])
    expect((await clientOf(site).get('/metrics', { authorization })).status).toBe(401);
  const { status, headers, raw } = await clientOf(site).get('/metrics', bearer);
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(raw).toContain('http_request_duration_seconds_count{method="POST",route="/api/users",status="200"} 1');
  expect(raw).toContain('http_request_duration_seconds_count{method="GET",route="/api/posts/:id",status="404"} 2');
  expect(raw).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
  expect(raw).toContain('nodejs_eventloop_lag_seconds');
  expect(raw).toMatch(/^dev_connector_database_answer_seconds \d/m);
  expect(raw).toContain('dev_connector_people{what="members"} 1');
  expect(raw).toContain('dev_connector_people{what="sessions"} 1');
  expect(raw).not.toMatch(/example\.org/);
});

test('includes every metric that docs/monitoring.md names', async () => {
  const site = await openSite({ metricsToken: token });
  await clientOf(site).get('/readyz');
  const { raw } = await clientOf(site).get('/metrics', bearer);
  const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/\b(?:http|dev_connector|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(raw).toMatch(new RegExp(`^(# TYPE )?${name}[ {]`, 'm'));
});

test('reports how long a job has been due in the first scrape', async () => {
  const site = await openSite({ metricsToken: token });
  await site.app.jobs.runDue();
  await site.db.run`update jobs set run_at = ${Date.now() - 100_000} where kind = 'accounts.purge'`;
  const { raw } = await clientOf(site).get('/metrics', bearer);
  expect(Number(/^dev_connector_job_delay_seconds (.*)$/m.exec(raw)?.[1])).toBeGreaterThanOrEqual(100);
  expect(raw).toContain('dev_connector_jobs{state="due"} 1');
});

test('reports NaN for database metrics if the database is unavailable', async () => {
  const site = await openSite({ metricsToken: token });
  await site.db.close();
  const { status, raw } = await clientOf(site).get('/metrics', bearer);
  expect(status).toBe(200);
  expect(raw).toMatch(/^dev_connector_database_answer_seconds nan$/im);
  expect(raw).toMatch(/^dev_connector_people{what="members"} nan$/im);
  expect(raw).toMatch(/^dev_connector_job_delay_seconds nan$/im);
});

test('serves metrics on a separate local port until shutdown', async () => {
  const lines: string[] = [];
  const site = await openSite({ metricsPort: 0, logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } });
  await site.app.ready();
  const url = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec(lines.join(''))?.[0] ?? '';
  expect(await (await fetch(url)).text()).toContain('dev_connector_people');
  expect((await fetch(url.replace('metrics', ''))).status).toBe(404);
  expect((await clientOf(site).get('/metrics')).status).toBe(404);
  const taken = Number(new URL(url).port);
  await expect(openSite({ metricsPort: taken })).rejects.toThrow(/^METRICS_PORT cannot be used: .*EADDRINUSE/);
  await site.app.close();
  await expect(fetch(url)).rejects.toThrow();
});
