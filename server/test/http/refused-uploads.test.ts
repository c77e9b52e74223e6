import { request } from 'node:http';
import { connect } from 'node:net';
import { errors, limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMember } from '../members.ts';
import { listen } from '../raw-http.ts';
import { openSite } from '../site.ts';

/* A client that is still sending when the server refuses its request must receive the response. */

/** Allows for slow machines, because the client and the server share one event loop. */
const timeout = 60_000;
const site = await openSite({ loadLimits: { drainTime: timeout, bodyGrace: timeout, late: timeout, sliceWait: timeout } });
let port: number;
let token: string;
beforeAll(async () => {
  port = (await listen(site)).port;
  token = (await createMember(site, 'Ada')).token;
});

interface Upload {
  path: string;
  method?: string;
  size: number;
  chunked?: boolean;
  headers?: Record<string, string>;
}
interface Received {
  status: number;
  text: string;
}
type Send = (upload: Upload) => Promise<Received>;

const headersOf = ({ headers }: Upload) => ({ 'content-type': 'application/json', ...headers });

/** Sends the complete request before it reads the response. A connection reset discards unread data, as for any client. */
const raw: Send = (upload) =>
  new Promise((resolve, reject) => {
    const { path, method = 'POST', size, chunked } = upload;
    const socket = connect(port, '127.0.0.1');
    const framing = chunked ? 'transfer-encoding: chunked' : `content-length: ${size}`;
    const fields = Object.entries(headersOf(upload)).map(([name, value]) => `${name}: ${value}\r\n`);
    let text = '';
    socket.on('error', reject).on('data', (chunk) => (text += chunk));
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.pause();
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${framing}\r\n${fields.join('')}\r\n`);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    for (let sent = 0; sent < size; sent += chunk.length) {
      const bytes = chunk.subarray(0, Math.min(chunk.length, size - sent));
      if (chunked) socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      if (chunked) socket.write('\r\n');
    }
    socket.end(chunked ? '0\r\n\r\n' : '', () => socket.resume());
  });

const nodeHttp: Send = (upload) =>
  new Promise((resolve, reject) => {
    const { path, method = 'POST', size, chunked } = upload;
    const headers = { ...headersOf(upload), ...(!chunked && { 'content-length': size }) };
    const client = request({ port, host: '127.0.0.1', path, method, headers }, async (response) => {
      const chunks = await response.toArray().catch(reject);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks ?? []).toString() });
    });
    client.on('error', reject);
    client.end(Buffer.alloc(size, 'x'));
  });

const viaFetch: Send = async (upload) => {
  const { path, method = 'POST', size, chunked } = upload;
  const body = Buffer.alloc(size, 'x');
  const init = { method, headers: headersOf(upload), body: chunked ? new Blob([body]).stream() : body, duplex: 'half' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, init as RequestInit);
  return { status: response.status, text: await response.text() };
};

const clients: Array<[string, Send]> = [
  ['a raw socket', raw],
  ['node:http', nodeHttp],
  ['fetch', viaFetch],
];
const megabytes = (count: number) => count * 1_000_000;

describe.for(clients)('%s', ([, send]) => {
  test.for([
    [3, false],
    [3, true],
    [7, false],
    [7, true],
  ] as const)('always receives the 413 for %i MB, chunked: %s', async ([size, chunked]) => {
    for (let round = 0; round < 4; round++) {
      const uploads = [
        { path: '/api/auth', size: megabytes(size), chunked },
        { path: '/api/posts', size: megabytes(size), chunked, headers: { 'x-auth-token': token } },
      ];
      for (const { status, text } of await Promise.all(uploads.map(send))) {
        expect(status).toBe(413);
        expect(text).toContain(errors.bodyTooLarge.msg);
      }
    }
  });

  test.for<[number, Partial<Upload>]>([
    [401, { path: '/api/posts' }],
    [401, { path: '/api/posts', headers: { 'x-auth-token': 'x'.repeat(43) } }],
    [404, { path: '/api/nothing', headers: { 'content-type': 'text/plain' } }],
    [405, { path: '/api/posts', method: 'PUT', headers: { 'content-type': 'text/plain' } }],
    [415, { headers: { 'content-type': 'text/plain' } }],
    [400, { path: '/%' }],
  ])('receives a %i while it sends 7 MB (%j)', async ([status, upload]) => {
    for (const chunked of [false, true])
      for (let round = 0; round < 3; round++) {
        const response = await send({ path: '/api/auth', size: megabytes(7), chunked, ...upload });
        expect(response.status).toBe(status);
        expect(response.text).toContain('"errors":[{"msg":');
      }
  });
});

test('keeps the connection when it refuses a request whose body is within the limit', async () => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  socket.write(`POST /api/posts HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${limits.body}\r\n\r\n`);
  socket.write('x'.repeat(limits.body));
  socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await new Promise((resolve) => socket.on('close', resolve));
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['401', '200']);
});
