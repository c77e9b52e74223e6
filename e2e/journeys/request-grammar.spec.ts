import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '../test.ts';

/*
 * Requests made from the grammar of RFC 9110 and RFC 9112: each header that the server or a library reads, valid and not, on each kind of resource. None gets a
 * 5xx except 501 for an unknown transfer coding, a stack or an answer without a title, and none is left without an answer.
 */

const date = [
  'Mon, 01 Jan 1990 00:00:00 GMT',
  'Monday, 01-Jan-90 00:00:00 GMT',
  'Mon Jan  1 00:00:00 1990',
  'Fri, 99 Foo 9999 99:99:99 GMT',
  '0',
  '-1',
  '\u00ff',
];
const tags = ['*', '"a"', 'W/"a"', '"a", W/"b", "c"', 'W/', '"', '""', 'a', ',,,', '"\u00ff"', `"${'x'.repeat(4000)}"`];
const quality = ['', '*', '*/*', '*/*;q=0', ';q=1', ',', 'a;q=', 'a;q=2', 'a;q=-1', 'a;q=0.0001', ';;;', '\u00ff', `${'a,'.repeat(2000)}b`];
const addresses = [
  '',
  'x',
  '1.2.3.4',
  '[::1]',
  '::ffff:1.2.3.4',
  '1.2.3.4:80',
  '999.1.1.1',
  ', ,',
  '\u00ff',
  `${'1.1.1.1, '.repeat(500)}2.2.2.2`,
];

const values: Record<string, string[]> = {
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=-0',
    'bytes=0-0',
    'bytes=5-2',
    'bytes=99999999-',
    'bytes=0-99999999999999999999',
    'bytes=',
    'bytes',
    '=',
    'bytes=,',
    'bytes=0-1,5-6',
    'bytes=a',
    'items=0-1',
    '\u00ff',
    `bytes=${'0-0,'.repeat(900)}1-1`,
  ],
  'if-range': [...date.slice(0, 4), ...tags.slice(1, 6)],
  'if-match': tags,
  'if-none-match': tags,
  'if-modified-since': date,
  'if-unmodified-since': date,
  accept: [...quality, 'text/html', 'application/json', 'image/*', 'text/html;level=1;q=0.5', 'a/b/c', 'text/', '/'],
  'accept-encoding': [...quality, 'gzip', 'br', 'zstd', 'deflate', 'identity;q=0', 'gzip;q=0, *;q=0', 'x-gzip', 'GZIP'],
  'accept-language': [...quality, 'de', 'zh-Hant-CN', 'x'.repeat(4000)],
  'accept-charset': quality,
  'content-type': [
    '',
    'application/json',
    'text/plain',
    'a',
    '/',
    ';',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json; charset=utf-16',
    '\u00ff',
  ],
  'content-encoding': ['gzip', 'br', '\u00ff', ''],
  cookie: ['a', 'a=b', '=', ';;;', '\u00ff', `a=${'x'.repeat(4000)}`, '__proto__=1'],
  authorization: ['', 'Basic', 'Basic %%%', 'Bearer', 'Bearer x', '\u00ff'],
  'x-auth-token': ['', 'x', 'A'.repeat(43), 'A'.repeat(4000), '\u00ff'],
  'x-forwarded-for': addresses,
  'x-forwarded-host': addresses,
  'x-forwarded-proto': ['', 'https', 'ftp', 'http,https', '\u00ff'],
  forwarded: ['for=1.2.3.4', 'for="[::1]"', ';', '\u00ff'],
  origin: ['', 'null', 'http://localhost', 'http://', '*', '\u00ff', 'http://a http://b'],
  referer: ['', 'x', 'http://[', '\u00ff'],
  'access-control-request-method': ['', 'GET', '\u00ff'],
  'access-control-request-headers': ['', 'a,,b', '\u00ff'],
  expect: ['100-continue', '', 'nothing', '\u00ff'],
  connection: ['close, upgrade', 'upgrade, close', 'close, te', ',close,', 'CLOSE'],
  upgrade: ['websocket', 'h2c', ',', 'HTTP/2.0'],
  te: ['trailers', 'gzip', ';q=', ','],
  trailer: ['x', ',', 'content-length'],
  via: ['1.1 a', ','],
  'cache-control': ['no-cache', 'max-age=', '=', '\u00ff'],
  pragma: ['no-cache', '\u00ff'],
  'user-agent': ['', '\u00ff', 'x'.repeat(4000)],
  'content-length': ['0', '00', '1e3', '-1', '+1', '0x10', '5 5', '18446744073709551616'],
  'transfer-encoding': ['chunked', 'identity', 'gzip', 'gzip, chunked', 'chunked, chunked', 'CHUNKED', ''],
  host: ['', 'a b', '[', 'localhost:99999', 'user@localhost', 'a/b', '\u00ff', 'x'.repeat(300)],
  'idempotency-key': ['', '\u00ff', 'x'.repeat(4000)],
  'sec-fetch-mode': ['navigate', '\u00ff'],
  'x-request-id': ['', '\u00ff', 'x'.repeat(4000)],
};
const malformedLines = ['no colon', ' : empty', 'a b: c', 'x:\u0000', 'x: a\r\n folded', `${'x'.repeat(20_000)}: y`];

const targets = [
  '/',
  '/resume.json',
  '/resume.pdf',
  '/dev',
  '/dev/profiles',
  '/dev/formatter',
  '/icon.svg',
  '/manifest.webmanifest',
  '/robots.txt',
  '/sitemap.xml',
  '/dev/feed.xml',
  '/api/profile',
  '/api/posts',
  '/api/site',
  '/api/openapi.json',
  '/media/AAAAAAAAAAAAAAAAAAAAAA',
  '/nowhere',
  '/assets/nothing.js',
  '/healthz',
];

interface Answer {
  status: number;
  text: string;
}

/** Sends these bytes unchanged. Returns the first response. */
async function send(site: string, lines: string): Promise<Answer> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk));
  socket.on('error', () => {}); // the server may close while the request is being sent
  socket.write(Buffer.from(lines, 'latin1'));
  await once(socket, 'close');
  const final = text.replace(/^(HTTP\/1\.1 100 [^\r]*\r\n\r\n)+/, '');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(final)?.[1]), text: final };
}

const faultOf = ({ status, text }: Answer): string | undefined => {
  if (!status) return 'no answer';
  if (status >= 500 && status !== 501) return `status ${status}`;
  if (/\n\s+at \S+/.test(text) || text.includes('node_modules')) return 'a stack';
  if (/^content-type: text\/html/im.test(text) && /<html/.test(text) && !/<title>[^<]+<\/title>/.test(text))
    return 'a page without a title';
  if (status >= 400 && !/^content-type: (application\/problem\+json|text\/html|text\/plain)/im.test(text))
    return 'an error of another type';
  return undefined;
};

for (const target of targets)
  test(`answers every header on ${target}`, async ({ site }) => {
    const { host } = new URL(site);
    const requests = [...Object.entries(values).flatMap(([name, list]) => list.map((value) => `${name}: ${value}`)), ...malformedLines].map(
      (line) => {
        const isHost = line.startsWith('host:');
        return `GET ${target} HTTP/1.1\r\n${isHost ? '' : `host: ${host}\r\n`}${line}\r\n${line.startsWith('connection:') ? '' : 'connection: close\r\n'}\r\n${/^transfer-encoding:.*chunked/i.test(line) ? '0\r\n\r\n' : ''}`;
      },
    );
    const faults: string[] = [];
    for (const request of requests) {
      const fault = faultOf(await send(site, request));
      if (fault) faults.push(`${fault}: ${JSON.stringify(request.slice(0, 200))}`);
    }
    expect(faults).toEqual([]);
  });

for (const method of ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'QUERY', 'get', 'X'])
  test(`answers ${method} on every kind of resource`, async ({ site }) => {
    const { host } = new URL(site);
    const faults: string[] = [];
    for (const target of targets) {
      const request = `${method} ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
      const fault = faultOf(await send(site, request));
      if (fault) faults.push(`${fault}: ${request}`);
    }
    expect(faults).toEqual([]);
  });

test('answers every form of the request line', async ({ site }) => {
  const { host } = new URL(site);
  const lines = [
    'GET',
    'GET /',
    'GET / HTTP/1.0',
    'GET / HTTP/2.0',
    'GET / HTTP/9.9',
    'GET  / HTTP/1.1',
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    `GET http://${host}/dev HTTP/1.1`,
    'GET http://other.example/dev HTTP/1.1',
    'GET http:// HTTP/1.1',
    'GET //dev HTTP/1.1',
    'GET /%00 HTTP/1.1',
    'GET /%ff%fe HTTP/1.1',
    'GET /% HTTP/1.1',
    'GET /dev?%ff=%00 HTTP/1.1',
    'GET /dev/profiles?q=%ff HTTP/1.1',
    'GET /dev/search?q=%00 HTTP/1.1',
    'GET /../../etc/passwd HTTP/1.1',
    'GET /assets/../../package.json HTTP/1.1',
    'GET /assets/%2e%2e%2fpackage.json HTTP/1.1',
    `GET /${'a/'.repeat(4000)} HTTP/1.1`,
    `GET /?${'a=b&'.repeat(3000)} HTTP/1.1`,
    'GET /dev/posts/\u00ff HTTP/1.1',
    'GET /dev#% HTTP/1.1',
    '\r\nGET / HTTP/1.1',
    'get / http/1.1',
  ];
  const faults: string[] = [];
  for (const line of lines) {
    const fault = faultOf(await send(site, `${line}\r\nhost: ${host}\r\naccept: text/html\r\nconnection: close\r\n\r\n`));
    if (fault) faults.push(`${fault}: ${JSON.stringify(line.slice(0, 200))}`);
  }
  expect(faults).toEqual([]);
});
