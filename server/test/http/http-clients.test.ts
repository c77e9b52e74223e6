import { once } from 'node:events';
import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { errorResponse } from '../client.ts';
import { type HttpClient, httpClients, typeOfText } from '../http-clients.ts';
import { createMember, type TestMember, unknownId, writePost } from '../members.ts';
import { connect, listen, readResponse } from '../raw-http.ts';
import { openSite } from '../site.ts';

/* The API over sockets, with clients that people use. */

const site = await openSite({ loadLimits: { requestsPerAddress: 4 } });
const origin = `http://127.0.0.1:${(await listen(site)).port}`;
let ada: TestMember;
let grace: TestMember;
/** Path by method. */
let paths: Record<string, string>;
beforeAll(async () => {
  [ada, grace] = [await createMember(site, 'Ada'), await createMember(site, 'Grace')];
  paths = { PUT: `/api/posts/like/${await writePost(grace)}`, DELETE: `/api/follows/users/${grace._id}`, POST: '/api/posts' };
});

const methods = ['PUT', 'DELETE', 'POST'];
const types = [
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
];
const json = '{"text":"Hello"}';
const matrix = Object.keys(httpClients).flatMap((client) => methods.flatMap((method) => types.map((type) => ({ client, method, type }))));

test.for(matrix)(
  '$client: $method with content type $type is a write without a body unless bytes follow',
  async ({ client, method, type }) => {
    const send = (body: string | undefined) => {
      const headers = { 'x-auth-token': ada.token, ...(type !== undefined && { 'content-type': type }) };
      return (httpClients[client] as HttpClient)({ method, url: origin + paths[method], headers, body });
    };
    const without = method === 'POST' ? { status: 400, body: { title: 'Bad Request' } } : { status: 200 };
    expect(await send(undefined)).toMatchObject(without);
    expect(await send('')).toMatchObject(without);
    const isJson = (type ?? typeOfText[client])?.toLowerCase().startsWith('application/json');
    expect(await send(json)).toMatchObject(isJson ? { status: 200 } : errorResponse(415, 'The request body must be application/json'));
  },
);

const endpoints = Object.values(contract as unknown as Record<string, contract.Endpoint>).filter(
  ({ path, body, method }) => path && !body && method !== 'GET',
);

test.for(endpoints.map(({ method, path }) => ({ method, path })))('$method $path does not wait for a body', async ({ method, path }) => {
  const member = await createMember(site, `Member of ${method} ${path}`, `${newId()}@example.org`);
  const url = path.replaceAll(/:\w+/g, unknownId);
  const socket = await connect(site);
  socket.write(`${method} ${url} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${member.token}\r\ncontent-type: application/json\r\n\r\n`);
  expect([200, 204, 400, 403, 404]).toContain((await readResponse(socket)).status);
  socket.destroy();
});

const framings = {
  'neither a length nor a coding': '',
  'length 0': 'content-length: 0\r\n',
  'length 00': 'content-length: 00\r\n',
  'an empty chunked body': 'transfer-encoding: chunked\r\n',
  'an offer of HTTP/2': 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
};

describe.for(Object.entries(framings))('a write with %s', ([, framing]) => {
  test.for(methods.slice(0, 2))('(%s) is answered, and so is the next request on the connection', async (method) => {
    const socket = await connect(site);
    const head = `${method} ${paths[method]} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${ada.token}\r\ncontent-type: application/json\r\n`;
    for (let time = 0; time < 2; time++) {
      socket.write(`${head}${framing}\r\n${framing.includes('chunked') ? '0\r\n\r\n' : ''}`);
      expect(await readResponse(socket)).toMatchObject({ status: 200 });
    }
    socket.destroy();
    await once(socket, 'close');
  });
});

test('writes without a body do not use up the requests of an address', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, () => connect(site)));
  for (const socket of sockets) {
    socket.write(
      `DELETE ${paths.DELETE} HTTP/1.1\r\nhost: localhost\r\nx-auth-token: ${ada.token}\r\ncontent-type: application/json\r\n\r\n`,
    );
    expect(await readResponse(socket)).toMatchObject({ status: 200 });
  }
  for (const socket of sockets) socket.destroy();
});

test('refuses a comment on a closed post with the status text and the list of errors that classic clients read', async () => {
  const post = await writePost(grace);
  await grace.patch(`/api/posts/${post}`, { commentsClosed: true, version: 1 });
  const response = await fetch(`${origin}/api/posts/comment/${post}`, {
    method: 'POST',
    headers: { 'x-auth-token': ada.token, 'content-type': 'application/json' },
    body: json,
  });
  expect([response.status, response.statusText]).toEqual([403, 'Forbidden']);
  const msg = 'The author has closed this post for new comments';
  expect(await response.json()).toEqual({
    ...{ title: 'Forbidden', status: 403, code: 'commentsClosed', msg },
    errors: [{ msg, code: 'commentsClosed' }],
  });
});
