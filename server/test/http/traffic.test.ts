import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { rates, searchTypes, traffic } from '@dev-connector/contract';
import fastifyStatic from '@fastify/static';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Mount } from '../../src/platform/context.ts';
import { inProcess } from '../../src/platform/http/in-process.ts';
import { isApi } from '../../src/platform/http/route.ts';
import { onCleanup } from '../cleanup.ts';
import { send } from '../client.ts';
import { fakeGithub } from '../fake-github.ts';
import { createMembers, type TestMember } from '../members.ts';
import { sendBytes } from '../raw-http.ts';
import { openSite } from '../site.ts';

/* The limits on all requests together; api/shared-traffic.test.ts shares them between processes. The clock is mocked at 20 seconds past a minute; each test runs in a different minute. */

const minute = 60_000;
let clock = Date.UTC(2026, 10, 21, 12, 0, 20);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: (clock += minute) }));
afterEach(() => void vi.useRealTimers());

const folder = mkdtempSync(join(tmpdir(), 'dev-connector-files-'));
onCleanup(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'script.js'), 'here()');

const github = await fakeGithub();
/** Files, and pages that call the API in process as the real ones do: for the profiles, and for the repositories of `?name=`. */
const pages: Mount = async (app) => {
  await app.register(fastifyStatic, { root: folder, wildcard: false });
  app.get('/*', async (request, reply) => {
    if (isApi(request)) return reply.callNotFound();
    const ask = inProcess(app, request);
    const name = new URL(request.url, 'http://localhost').searchParams.get('name');
    const responses = [await ask('/api/profile'), await ask(name ? `/api/profile/github/${name}` : '/api/nothing')];
    return { apiStatuses: responses.map(({ status }) => status) };
  });
};
const site = await openSite({ rateLimits: 'on', githubApiUrl: github.url, pages, loadLimits: { late: 60_000, sliceWait: 60_000 } }); // no load shedding on slow machines

const max = traffic.address.times;
const ask = (url: string, { method = 'GET', from = '192.0.2.1', token = '', headers = {} } = {}) =>
  send(site.app, { method: method as 'GET', url, remoteAddress: from, headers: { ...headers, ...(token && { 'x-auth-token': token }) } });
async function statuses(count: number, work: (index: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const found: Record<number, number> = {};
  for (let index = 0; index < count; index++) {
    const { status } = await work(index);
    found[status] = (found[status] ?? 0) + 1;
    await setImmediate(); // injected requests alone do not let the event loop continue
  }
  return found;
}

test('limits the requests of an address per minute, regardless of method and spelling', async () => {
  const forms: Array<[string, string]> = [
    ['GET', '/api/profile?limit=1'],
    ['HEAD', '/api/profile?limit=1'],
    ['GET', '/api/profile/?limit=1'],
    ['GET', '/API/profile'],
    ['GET', '/api/nothing'],
    ['GET', '/a/page'],
    ['OPTIONS', '/api/posts'],
    ['DELETE', '/api/posts'],
    ['GET', '/api/posts'],
    ['GET', '/api/openapi.json'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/%'],
  ];
  const found = await statuses(max, (index) => {
    const [method, url] = forms[index % forms.length] as [string, string];
    return ask(url, { method });
  });
  expect(found[429]).toBeUndefined();
  for (const [method, url] of forms) expect((await ask(url, { method })).status, `${method} ${url}`).toBe(429);
  const refused = await ask('/api/profile');
  expect(refused).toMatchObject({
    headers: { 'retry-after': '40' },
    body: { errors: [{ msg: 'Too many requests. Try again in 40 seconds.' }] },
  });
  expect((await ask('/api/profile', { from: '192.0.2.2' })).status).toBe(200);
  expect((await ask('/script.js')).status).toBe(200);
  vi.setSystemTime((clock += 39_999));
  expect(await ask('/api/profile')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  vi.setSystemTime((clock += 1));
  expect((await ask('/api/profile')).status).toBe(200);
  clock += 20_000;
});

test('counts malformed requests, and closes the connection without a response beyond the limit', async () => {
  const from = '127.0.0.1'; // the address of the connections below
  await statuses(max - 1, () => ask('/api/nothing', { from }));
  expect(await sendBytes(site, 'hello\r\n\r\n')).toMatchObject({ status: 400 });
  expect(await sendBytes(site, 'hello\r\n\r\n')).toBeUndefined();
  expect((await ask('/api/profile', { from })).status).toBe(429);
});

test('does not count files', async () => {
  const found = await statuses(max + 10, () => ask('/script.js', { from: '192.0.2.3' }));
  expect(found).toEqual({ 200: max + 10 });
  expect((await ask('/api/profile', { from: '192.0.2.3' })).status).toBe(200);
});

test('limits the requests of a member across addresses', async () => {
  const [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
  const found = await statuses(traffic.account.times, (index) => ask('/api/auth', { token: ada.token, from: `192.0.2.${index % 250}` }));
  expect(found).toEqual({ 200: traffic.account.times });
  expect(await ask('/api/auth', { token: ada.token, from: '203.0.113.1' })).toMatchObject({
    status: 429,
    headers: { 'retry-after': '40' },
  });
  for (const type of searchTypes)
    expect((await ask(`/api/search?q=ada&type=${type}`, { token: ada.token, from: '203.0.113.1' })).status, type).toBe(429);
  expect((await ask('/api/auth', { token: grace.token, from: '203.0.113.1' })).status).toBe(200);
});

test('counts a page once, and its API calls not at all', async () => {
  const from = '198.51.100.1';
  const found = await statuses(max / 2 + 10, () => ask('/page', { from }));
  expect(found).toEqual({ 200: max / 2 + 10 });
  for (let index = 0; index <= rates.codeHost.address.times; index++)
    expect((await ask(`/page?name=a${index}`, { from })).body).toEqual({ apiStatuses: [200, 504] });
  expect(github.requests).toEqual([]);
  expect((await ask('/api/profile/github/a', { from })).status).toBe(200);
});

test('ignores a forged in-process header', async () => {
  const from = '198.51.100.3';
  for (const value of ['', 'true', '0'.repeat(64)]) {
    await statuses(max / 3, () => ask('/api/nothing', { from, headers: { 'x-in-process': value } }));
  }
  expect((await ask('/api/nothing', { from, headers: { 'x-in-process': 'x' } })).status).toBe(429);
});
