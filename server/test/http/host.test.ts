import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { openSite } from '../site.ts';

const publicUrl = 'https://dev.example.org';
const site = await openSite({ publicUrl, metricsToken: 'a-token-of-the-metrics', trustProxy: ['192.0.2.1'] });

const get = (url: string, headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
  site.app.inject({ url, headers, remoteAddress });

test.for(['dev.example.org', 'DEV.example.org', 'dev.example.org:443'])(
  'a request for the host of PUBLIC_URL is answered: %s',
  async (host) => {
    expect((await get('/api/site', { host })).statusCode).toBe(200);
  },
);

test.for([
  'other.example',
  'dev.example.org.other.example',
  'dev.example.org:8443',
  '203.0.113.1',
  'localhost',
  'dev.example.org@other.example',
  '[',
])('a request for another host is refused: %s', async (host) => {
  const { statusCode, headers, json } = await get('/api/site', { host });
  expect(statusCode).toBe(421);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(json()).toMatchObject({ msg: `This site is at ${publicUrl}`, errors: [{ msg: `This site is at ${publicUrl}` }] });
  const page = await get('/', { host, accept: 'text/html' });
  expect([page.statusCode, page.body]).toEqual([421, expect.stringContaining(`<a href="${publicUrl}">`)]);
});

test('health checks, metrics and clients on this machine may use any host', async () => {
  for (const url of ['/healthz', '/readyz']) expect((await get(url, { host: '10.0.0.7' })).statusCode, url).toBe(200);
  expect((await get('/metrics', { host: '10.0.0.7', authorization: 'Bearer a-token-of-the-metrics' })).statusCode).toBe(200);
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect((await get('/api/site', { host: 'localhost' }, address)).statusCode, address).toBe(200);
});

test('the address behind a trusted proxy counts, and the host that the proxy passes on', async () => {
  const forwarded = (headers: Record<string, string>) => get('/api/site', headers, '192.0.2.1');
  expect((await forwarded({ host: 'internal', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'dev.example.org' })).statusCode).toBe(
    200,
  );
  expect((await forwarded({ host: 'internal', 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(421);
  expect((await get('/api/site', { host: 'other.example', 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(421); // not a trusted proxy
});

test('without PUBLIC_URL, any host is answered', async () => {
  const anywhere = await openSite();
  expect(
    (await anywhere.app.inject({ url: '/api/site', headers: { host: 'other.example' }, remoteAddress: '203.0.113.9' })).statusCode,
  ).toBe(200);
  expect((await clientOf(anywhere).get('/api/site')).status).toBe(200);
});
