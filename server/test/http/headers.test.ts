import { expect, test } from 'vitest';
import { isApi } from '../../src/platform/http/route.ts';
import { clientOf, send, type TestResponse } from '../client.ts';
import { createMember, createMembers } from '../members.ts';
import { sendBytes } from '../raw-http.ts';
import { openSite, type Site } from '../site.ts';

const pages = (app: Site['app']) => {
  app.get('/a-page', async (_request, reply) => reply.type('text/html').send('<p>Hello'));
  app.get('/broken', () => Promise.reject(new Error('broken')));
};
const site = await openSite({ pages });
/** As in production, where pages handle every URL that no other route handles. */
const siteWithPages = await openSite({
  pages: (app) =>
    void app.get('/*', async (request, reply) => (isApi(request) ? reply.callNotFound() : reply.type('text/html').send('<p>Hello'))),
});
const visitor = clientOf(site);
const close = 'host: localhost\r\nconnection: close\r\n';

/** Returns one response of each kind: from routes, from hooks and fallbacks, and to malformed requests. */
async function responses(): Promise<Array<[string, TestResponse]>> {
  const ada = await createMember(site, 'Ada');
  const kinds: Record<string, Promise<TestResponse | undefined>> = {
    reply: ada.get('/api/auth'),
    refusal: visitor.get('/api/auth'),
    'field error': visitor.post('/api/auth', {}),
    'unknown path': visitor.get('/nothing'),
    'unknown path of the API': visitor.get('/api/nothing'),
    'wrong method': visitor.delete('/api/posts'),
    'malformed address': visitor.get('/%'),
    'malformed JSON': send(site.app, { method: 'POST', url: '/api/auth', payload: '{', headers: { 'content-type': 'application/json' } }),
    'internal error': visitor.get('/broken'),
    page: visitor.get('/a-page'),
    docs: visitor.get('/api/docs'),
    health: visitor.get('/healthz'),
    'not HTTP': sendBytes(site, 'hello\r\n\r\n'),
    'no Host': sendBytes(site, 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'),
    'too long': sendBytes(site, `GET /healthz HTTP/1.1\r\n${close}x: ${'x'.repeat(100_000)}\r\n\r\n`),
  };
  return Promise.all(
    Object.entries(kinds).map(async ([name, response]) => [name, (await response) as TestResponse] as [string, TestResponse]),
  );
}

test('every response has the security headers', async () => {
  for (const [name, { headers }] of await responses()) {
    expect(headers, name).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'permissions-policy': expect.stringContaining('camera=()'),
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
    });
    expect(headers['strict-transport-security'], name).toBeUndefined();
    expect(headers['x-powered-by'] ?? headers.server, name).toBeUndefined();
  }
});

test.for([
  '/%61pi/auth',
  '/api/auth/',
  '/%61%70%69/nothing',
  'http://other.example/api/auth',
  'HTTP://other.example/api/nothing',
  'http://other.example/api',
])('an API response is not cacheable for the request target %s', async (target) => {
  for (const at of [site, siteWithPages]) {
    const response = await sendBytes(at, `GET ${target} HTTP/1.1\r\n${close}\r\n`);
    expect(response?.headers, response?.raw).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('application/problem+json'),
    });
  }
});

test('the Link header never contains another host', async () => {
  const [ada] = await createMembers(site, 1);
  for (let posts = 0; posts < 2; posts++) await ada?.post('/api/posts', { text: 'Hello' });
  for (const target of ['http://other.example/api/posts?limit=1', '/%61pi/posts?limit=1']) {
    const response = await sendBytes(site, `GET ${target} HTTP/1.1\r\n${close}x-auth-token: ${ada?.token}\r\n\r\n`);
    expect(response?.headers.link).toMatch(/^<\/(api|%61pi)\/posts\?limit=1&/);
  }
});

test('no response allows another origin', async () => {
  const origin = {
    origin: 'https://other.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-auth-token',
  };
  for (const url of ['/api/auth', '/api/posts', '/api/profile', '/api/docs', '/a-page'])
    for (const method of ['OPTIONS', 'GET', 'POST'] as const) {
      const { status, headers } = await send(site.app, { method, url, headers: origin });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      if (method === 'OPTIONS') expect(status, url).toBeGreaterThanOrEqual(400);
    }
});

test('form content types return 415', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await visitor.post('/api/auth', {}, { 'content-type': type })).status).toBe(415);
});

test('Strict-Transport-Security is sent only if PUBLIC_URL is https', async () => {
  const readHsts = async (publicUrl: string) =>
    (await clientOf(await openSite({ publicUrl, pages })).get('/a-page')).headers['strict-transport-security'];
  expect(await readHsts('https://dev.example')).toMatch(/^max-age=\d{8}$/);
  expect(await readHsts('http://dev.example')).toBeUndefined();
});
