import { limits, traffic } from '@dev-connector/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { clientOf, send, type TestResponse } from '../client.ts';
import { createMember, writePost } from '../members.ts';
import { sendBytes } from '../raw-http.ts';
import { openSite, type Site } from '../site.ts';

/* Browser clients on the origins of CORS_ORIGINS; headers.test.ts has the default, in which no other origin may read responses. */

const origin = 'https://app.example';
const pages = (app: Site['app']) => void app.get('/a-page', async (_request, reply) => reply.type('text/html').send('<p>Hello'));
const site = await openSite({ corsOrigins: ['http://localhost:5173', origin], pages });
const client = clientOf(site);
const corsHeaders = ({ headers }: TestResponse) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const isAllowed = { vary: 'origin', 'access-control-allow-origin': origin };

afterEach(() => void vi.useRealTimers());

const preflight = (url: string, from: string | undefined = origin, { app } = site) =>
  send(app, {
    method: 'OPTIONS',
    url,
    headers: { ...(from && { origin: from }), 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-auth-token' },
  });

describe('a preflight request', () => {
  test('from an allowed origin gets the methods and headers of the API, and no credentials', async () => {
    for (const url of ['/api/posts', '/api/posts/like/1', '/api/nothing']) {
      const { status, raw, headers } = await preflight(url);
      expect({ status, raw }).toEqual({ status: 204, raw: '' });
      expect(headers).toMatchObject({ ...isAllowed, 'access-control-max-age': '7200' });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      const words = (name: string) => headers[name]?.split(', ').sort();
      expect(words('access-control-allow-methods')).toEqual(expect.arrayContaining(['DELETE', 'GET', 'POST', 'PUT']));
      expect(words('access-control-allow-headers')).toEqual(
        expect.arrayContaining(['content-type', 'idempotency-key', 'if-none-match', 'x-auth-token', 'x-device-secret']),
      );
    }
  });

  test.for([
    'https://other.example',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example.evil.example',
    'https://sub.app.example',
    'https://APP.example',
    'null',
    '*',
  ])('from %s is refused', async (other) => {
    const response = await preflight('/api/posts', other);
    expect(response).toMatchObject({ status: 405, headers: { vary: 'origin' } });
    expect(corsHeaders(response)).toEqual([]);
  });

  test('for a page or a health check is refused', async () => {
    for (const url of ['/a-page', '/healthz', '/apiary', '/%61pi/posts']) {
      const response = await preflight(url);
      expect(response.status, url).toBeGreaterThanOrEqual(400);
      expect(corsHeaders(response), url).toEqual([]);
    }
  });

  test('counts for the traffic limit and for the share of its address', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }); // the limit is per minute
    const limited = await openSite({ corsOrigins: [origin], rateLimits: 'on' });
    for (let times = 0; times < traffic.address.times; times++) expect((await preflight('/api/posts', origin, limited)).status).toBe(204);
    expect(await preflight('/api/posts', origin, limited)).toMatchObject({ status: 429, headers: isAllowed });
    const crowded = await openSite({ corsOrigins: [origin], loadLimits: { requestsPerAddress: 0 } });
    expect(await preflight('/api/posts', origin, crowded)).toMatchObject({ status: 429, headers: isAllowed });
  });
});

describe('a response', () => {
  test('to an allowed origin can be read, with the headers for pages and caches', async () => {
    const ada = await createMember(site, 'Ada');
    await writePost(ada);
    await writePost(ada);
    const page = await ada.get('/api/posts?limit=1', { origin });
    expect(page).toMatchObject({ status: 200, headers: { ...isAllowed, link: expect.any(String), etag: expect.any(String) } });
    expect(page.headers['access-control-expose-headers']).toBe('Link, X-Total-Count, ETag, Retry-After');
    const cached = await ada.get('/api/posts?limit=1', { origin, 'if-none-match': page.headers.etag as string });
    expect(cached).toMatchObject({ status: 304, headers: isAllowed });
  });

  test('to another origin, or without one, has no CORS headers, but varies and may be an image', async () => {
    for (const headers of [{ origin: 'https://other.example' }, { origin: 'null' }, undefined]) {
      const response = await client.get('/api/profile', headers);
      expect(response).toMatchObject({ status: 200, headers: { vary: 'origin', 'cross-origin-resource-policy': 'cross-origin' } });
      expect(corsHeaders(response)).toEqual([]);
    }
  });

  test('varies by encoding too if it is compressed', async () => {
    const { headers } = await site.app.inject({ url: '/api/openapi.json', headers: { origin, 'accept-encoding': 'gzip' } });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'origin, accept-encoding' });
  });

  test('that is a page or a health check has no CORS headers', async () => {
    for (const url of ['/a-page', '/healthz', '/readyz']) {
      const response = await client.get(url, { origin });
      expect(response.status).toBe(200);
      expect([response.headers.vary, ...corsHeaders(response)]).toEqual([undefined]);
      expect(response.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});

test('an error can be read by an allowed origin', async () => {
  const { app } = site;
  const json = { origin, 'content-type': 'application/json' };
  const request = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\norigin: ${origin}\r\n`;
  const overloaded = await openSite({ corsOrigins: [origin], loadLimits: { requests: 0 } });
  const crowded = await openSite({ corsOrigins: [origin], loadLimits: { requestsPerAddress: 0 } });
  const errors: Array<[status: number, ask: () => Promise<TestResponse | undefined>]> = [
    [400, () => client.post('/api/users', {}, { origin })],
    [400, () => send(app, { method: 'POST', url: '/api/auth', payload: '{', headers: json })],
    [400, () => sendBytes(site, `${request('GET', '/api/%')}\r\n`)],
    [401, () => client.get('/api/auth', { origin })],
    [404, () => client.get('/api/nothing', { origin })],
    [405, () => client.delete('/api/posts', { origin })],
    [
      413,
      () => sendBytes(site, `${request('POST', '/api/auth')}content-type: application/json\r\ncontent-length: ${limits.body + 1}\r\n\r\n`),
    ],
    [414, () => send(app, { method: 'GET', url: `/api/profile/user/${'x'.repeat(20_001)}`, headers: { origin } })],
    [415, () => client.post('/api/auth', {}, { origin, 'content-type': 'text/plain' })],
    [429, () => clientOf(crowded).get('/api/profile', { origin })],
    [501, () => sendBytes(site, `${request('POST', '/api/auth')}transfer-encoding: gzip, chunked\r\n\r\n`)],
    [503, () => clientOf(overloaded).get('/api/profile', { origin })],
  ];
  for (const [status, ask] of errors) expect(await ask()).toMatchObject({ status, headers: isAllowed });
});
