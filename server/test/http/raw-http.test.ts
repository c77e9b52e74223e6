import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { renderPages } from '../../src/features/pages/pages.ts';
import { clientOf, errorResponse, expectProblemShape } from '../client.ts';
import { connect, sendBytes } from '../raw-http.ts';
import { openSite } from '../site.ts';

/* Malformed requests and requests answered before routing, sent as bytes over a real connection. */

const site = await openSite();
const close = 'host: localhost\r\nconnection: close\r\n';

test.for<[string, number[], string | Buffer]>([
  ['bytes that are not HTTP', [400], 'hello\r\n\r\n'],
  ['random bytes', [400], Buffer.from('00ff17fe804a0d0a0d0a', 'hex')],
  ['a TLS greeting', [400], Buffer.from('16030100c8010000c403030000', 'hex')],
  ['the HTTP/2 preface', [400], 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an invalid version', [400, 505], `GET /api/posts HTTP/9.9\r\n${close}\r\n`],
  ['an invalid method', [400], `FETCH /api/posts HTTP/1.1\r\n${close}\r\n`],
  ['a header without a colon', [400], `GET /api/posts HTTP/1.1\r\n${close}nonsense\r\n\r\n`],
  ['a control character in a header', [400], `GET /api/posts HTTP/1.1\r\n${close}x: a\u0000b\r\n\r\n`],
  ['no Host', [400], 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['two lengths', [400], `POST /api/auth HTTP/1.1\r\n${close}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  ['a length and chunks', [400], `POST /api/auth HTTP/1.1\r\n${close}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`],
  ['two Hosts', [400], `GET /healthz HTTP/1.1\r\nhost: other.example\r\n${close}\r\n`],
  ['the same Host twice', [400], `GET /healthz HTTP/1.1\r\nHOST: localhost\r\n${close}\r\n`],
  ['a transfer coding besides chunked', [501], `POST /api/auth HTTP/1.1\r\n${close}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  [
    'two transfer codings',
    [400, 501],
    `POST /api/auth HTTP/1.1\r\n${close}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'a final transfer coding other than chunked',
    [400, 501],
    `POST /api/auth HTTP/1.1\r\n${close}transfer-encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  ],
  ['chunks in HTTP/1.0', [400], `POST /api/auth HTTP/1.0\r\n${close}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a tunnel', [405], `CONNECT localhost:22 HTTP/1.1\r\n${close}\r\n`],
  ['an invalid length', [400], `POST /api/auth HTTP/1.1\r\n${close}content-length: -2\r\n\r\n{}`],
  [
    'an invalid chunk',
    [400],
    `POST /api/auth HTTP/1.1\r\n${close}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  ],
  ['a URL that is too long', [414, 431], `GET /api/posts?x=${'x'.repeat(100_000)} HTTP/1.1\r\n${close}\r\n`],
  ['headers that are too large', [431], `GET /api/posts HTTP/1.1\r\n${close}x: ${'x'.repeat(100_000)}\r\n\r\n`],
  [
    'a Content-Length that is too large',
    [413],
    `POST /api/auth HTTP/1.1\r\n${close}content-type: application/json\r\ncontent-length: 99999999\r\n\r\n`,
  ],
  ['an invalid URL', [400], `GET /% HTTP/1.1\r\n${close}\r\n`],
  ['a URL with another scheme', [400, 404], `GET ftp://x/ HTTP/1.1\r\n${close}\r\n`],
  ['an asterisk', [400, 404], `OPTIONS * HTTP/1.1\r\n${close}\r\n`],
  ['an unknown path', [404], `GET /api/nothing HTTP/1.1\r\n${close}\r\n`],
  ['a method that is not allowed', [405], `PUT /api/posts HTTP/1.1\r\n${close}\r\n`],
  ['an upgrade', [401], 'GET /api/posts HTTP/1.1\r\nhost: localhost\r\nconnection: close, upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['an unknown expectation', [401], `GET /api/posts HTTP/1.1\r\n${close}expect: a miracle\r\n\r\n`],
])('answers %s with a problem body', async ([, statuses, bytes]) => {
  const response = await sendBytes(site, bytes);
  expect(statuses, response?.raw).toContain(response?.status);
  if (response) expectProblemShape(response);
});

test('runs no request after one with refused framing', async () => {
  const urls: Array<string | undefined> = [];
  const note = ({ url }: { url?: string }) => urls.push(url);
  site.app.server.on('request', note);
  const next = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const socket = await connect(site);
  socket.on('data', (chunk) => (text += chunk));
  let text = '';
  socket.write('POST /api/auth HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip, chunked\r\n\r\n');
  await once(socket, 'data');
  socket.write(`0\r\n\r\n${next}`);
  await once(socket, 'close');
  site.app.server.off('request', note);
  expect(text).toMatch(/^HTTP\/1\.1 501 .+\r\n(.+\r\n)*connection: close\r\n/i);
  expect(urls).toEqual(['/api/auth']);
});

test('sends 100 Continue only if it accepts the body', async () => {
  const expecting = (length: number) =>
    `POST /api/auth HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`;
  expect((await sendBytes(site, expecting(9_000_000)))?.status).toBe(413);
  const socket = await connect(site);
  socket.write(expecting(2));
  expect(`${(await once(socket, 'data'))[0]}`).toMatch(/^HTTP\/1\.1 100 Continue/);
  socket.write('{}');
  expect(`${(await once(socket, 'data'))[0]}`).toMatch(/^HTTP\/1\.1 400/);
  socket.destroy();
});

test('serves other requests after a body ends early', async () => {
  const socket = await connect(site);
  const received = once(site.app.server, 'request');
  socket.write(`POST /api/auth HTTP/1.1\r\n${close}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email`);
  await received;
  socket.destroy();
  await once(socket, 'close');
  expect((await sendBytes(site, `GET /healthz HTTP/1.1\r\n${close}\r\n`))?.status).toBe(200);
});

test('serves HTTP/1.0 without a Host', async () => {
  expect(await sendBytes(site, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

describe('a page', async () => {
  const loaded: string[] = [];
  const load = async () => {
    loaded.push('a page');
    throw new Error('there is no build here');
  };
  const siteWithPages = await openSite({ pages: (app, context) => renderPages(app, context, load, { build: 'the test' }) });

  test.for([
    ['no Host', 'GET /login HTTP/1.0\r\n\r\n'],
    ['an empty Host', 'GET /login HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n'],
    ...['a b', 'a/b', 'user@a', 'a?', 'a:port', '[::1', '%'].map((host) => [
      `the Host ${host}`,
      `GET /login HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
    ]),
  ])('is not rendered for %s', async ([, bytes = '']) => {
    const response = await sendBytes(siteWithPages, bytes);
    expect(response).toMatchObject(errorResponse(400, 'The request is not valid HTTP'));
    if (response) expectProblemShape(response);
    expect(loaded).toEqual([]);
  });

  test.for(['/login', '//other.example/x', 'http://other.example/x'])('is rendered for %s', async (url) => {
    loaded.length = 0;
    await sendBytes(siteWithPages, `GET ${url} HTTP/1.1\r\n${close}\r\n`);
    expect(loaded).toEqual(['a page']);
  });
});

test.for(['gzip', 'br', 'nonsense'])('returns 415 for a compressed body (%s), but accepts the header without a body', async (encoding) => {
  const visitor = clientOf(site);
  const headers = { 'content-encoding': encoding };
  expect(await visitor.post('/api/auth', { email: 'a@example.org', password: 'x' }, headers)).toMatchObject(
    errorResponse(415, 'The request body must not be compressed'),
  );
  expect((await visitor.get('/api/profile', headers)).status).toBe(200);
});
