import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { RateLimited } from '../../src/platform/errors.ts';
import { clientOf, errorResponse, send } from '../client.ts';
import { createMember, type TestMember, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
beforeAll(async () => {
  ada = await createMember(site, 'Ada');
});
/** Sends a request as Ada to create a post, with these bytes as its body. */
const postBytes = (payload: string | Buffer, type: string | undefined = 'application/json') =>
  send(site.app, {
    method: 'POST',
    url: '/api/posts',
    payload,
    headers: { 'x-auth-token': ada.token, ...(type !== undefined && { 'content-type': type }) },
  });

describe('a URL without a route', () => {
  test.for([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/posts/a/b',
    '/api/profile/nothing',
    '/api/users/1/2',
    '/api/%2e%2e/x',
    '/nothing',
    '/api/posts%2f',
    '/API/posts',
  ])('returns 404: %s', async (url) => {
    expect(await visitor.get(url)).toMatchObject(errorResponse(404, 'No endpoint exists at this URL'));
  });

  test.for(['/%', '/api/posts/%', '/api/%E0%A4%A', '/api/profile/user/%zz'])('returns 400 if it is malformed: %s', async (url) => {
    expect(await visitor.get(url)).toMatchObject(errorResponse(400, 'The request URL is not valid'));
  });

  test('returns a page if a browser requests a malformed one', async () => {
    for (const url of ['/%', '/dev/profile/%ff', '/dev/tags/%E0%A4%A?x=1']) {
      const { statusCode, headers, payload } = await site.app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
      expect(statusCode, url).toBe(400);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(headers.vary).toMatch(/\baccept\b(?!-)/);
      expect(payload).toContain('<h1>This address is not valid</h1>');
    }
    for (const url of ['/api/posts/%', '/api?q=%ff', '/api/%E0%A4%A'])
      expect((await visitor.get(url, { accept: 'text/html' })).headers['content-type'], url).toContain('application/problem+json');
  });
});

test('browsers that request a page get the message of a failure as a page', async () => {
  const failing = await openSite({
    pages: (app) =>
      void app.get('/a-page', () => {
        throw new RateLimited(35_000);
      }),
  });
  const { statusCode, headers, payload } = await failing.app.inject({ url: '/a-page', headers: { accept: 'text/html,*/*;q=0.8' } });
  expect({ statusCode, headers }).toMatchObject({
    statusCode: 429,
    headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': '35' },
  });
  expect(payload).toContain('Try again in 35 seconds');
  expect(payload).toContain('<a href="">Try again</a>');
  const script = await failing.app.inject({ url: '/a-page', headers: { accept: '*/*' } });
  expect(script.headers['content-type']).toContain('application/problem+json');
});

describe('a method that a URL does not support', () => {
  test.for([
    ['PUT', '/api/posts', 'GET, POST, HEAD'],
    ['DELETE', '/api/posts/', 'GET, POST, HEAD'],
    ['GET', '/api/users', 'POST'],
    ['PUT', `/api/posts/${unknownId}`, 'GET, PATCH, DELETE, HEAD'],
    ['POST', `/api/posts/like/${unknownId}`, 'PUT'],
    ['GET', `/api/posts/like/${unknownId}?x=1`, 'PUT'],
    ['PATCH', '/api/auth', 'POST, GET, DELETE, HEAD'],
    ['OPTIONS', '/api/profile', 'GET, POST, DELETE, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
    ['DELETE', '/api/docs', 'GET, HEAD'],
    ['TRACE', '/api/posts', 'GET, POST, HEAD'],
  ] as const)('returns 405 with the Allow header: %s %s', async ([method, url, allow]) => {
    const response = await send(site.app, { method: method as 'GET', url });
    expect(response).toMatchObject(errorResponse(405, 'This URL does not support that method'));
    expect(response.headers.allow?.split(', ').toSorted()).toEqual(allow.split(', ').toSorted());
  });
});

describe('a body', () => {
  const malformed = errorResponse(400, 'The request body is not valid JSON');
  test.for([
    '{',
    '{"text": }',
    '{"text": "x"',
    "{'text': 'x'}",
    'text=x',
    '{"text":"x"}{}',
    '{"text":"x",}',
    'NaN',
    '\u0000',
    ' ',
    '{"text":"\t"}',
    '{"text": 01}',
  ])('that is invalid JSON returns 400: %j', async (payload) => {
    expect(await postBytes(payload)).toMatchObject(malformed);
  });

  test('that is not UTF-8 returns 400', async () => {
    for (const bytes of ['ff', 'c3', 'eda080', 'f8a1a1a1a1', 'c080']) {
      expect(
        await postBytes(Buffer.concat([Buffer.from('{"text":"a'), Buffer.from(bytes, 'hex'), Buffer.from('"}')])),
        bytes,
      ).toMatchObject(malformed);
    }
    expect(await postBytes(Buffer.from('{"text":"x"}', 'utf16le'))).toMatchObject(malformed);
  });

  test.for(['[]', '[{"text":"x"}]', '"text"', '1', 'true', 'null', ''])('that is not an object returns 400: %j', async (payload) => {
    expect(await postBytes(payload)).toMatchObject(errorResponse(400, 'The request body must be a JSON object'));
  });

  test('that is missing returns 400', async () => {
    for (const [method, url] of [
      ['POST', '/api/users'],
      ['POST', '/api/auth'],
    ] as const) {
      expect(await send(site.app, { method, url })).toMatchObject(errorResponse(400, 'The request body must be a JSON object'));
    }
  });

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/xml',
    'json',
    '',
    'application/json, text/plain',
    ' ',
    ';',
    'text/json\t',
  ])('of the type %j returns 415', async (type) => {
    expect(await postBytes('{"text":"x"}', type)).toMatchObject(errorResponse(415, 'The request body must be application/json'));
  });

  test('without a type returns 415', async () => {
    expect(await send(site.app, { method: 'POST', url: '/api/auth', payload: Buffer.from('{}') })).toMatchObject({ status: 415 });
  });

  test.for(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])(
    'of the type %j is accepted',
    async (type) => {
      expect((await postBytes('\ufeff{"text":"x"}', type)).status).toBe(200);
    },
  );

  test('of the maximum size is accepted, one byte more returns 413', async () => {
    const padded = (size: number) => `{"text":"x","pad":"${'y'.repeat(size - 21)}"}`;
    expect(padded(limits.body)).toHaveLength(limits.body);
    expect((await postBytes(padded(limits.body))).status).toBe(200);
    expect(await postBytes(padded(limits.body + 1))).toMatchObject({ status: 413, body: { title: 'Content Too Large' } });
  });

  test.for<[string, string]>([
    ['that nests too deeply', `{"text":"x","deep":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['that nests endlessly', '['.repeat(limits.body)],
    ['with too many values', `{"text":"x","list":[${'1,'.repeat(10_000)}1]}`],
    ['with too many keys', `{${Array.from({ length: 10_000 }, (_, at) => `"${at}":1`).join(',')},"text":"x"}`],
  ])('%s returns 400 before it is parsed', async ([, payload]) => {
    expect(await postBytes(payload)).toMatchObject(errorResponse(400, 'The request body has too many values or is nested too deeply'));
  });

  test('can have any number of brackets and commas in strings', async () => {
    const text = '[{,"\\'.repeat(5000);
    expect((await postBytes(JSON.stringify({ text: 'x', note: text, deep: [[[{}]]] }))).status).toBe(200);
  });

  test.for([
    '{"__proto__":{"text":"x"}}',
    '{"constructor":{"prototype":{"text":"x"}}}',
    '{"__proto__":null}',
    '{"\\u005f_proto__":{"text":"x"}}',
  ])('cannot set text through the prototype: %s', async (payload) => {
    expect(await postBytes(payload)).toMatchObject(errorResponse(400, 'Text is required', 'text'));
    expect(({} as { text?: string }).text).toBeUndefined();
  });

  test('with a duplicate key uses the last value', async () => {
    expect((await postBytes('{"text":"first","text":"last"}')).body.text).toBe('last');
  });
});

test('every API response has nosniff and no-store', async () => {
  for (const { headers } of [
    await ada.get('/api/auth'),
    await visitor.get('/api/auth'),
    await visitor.get('/api/nothing'),
    await postBytes('{'),
  ]) {
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  }
});

test('an internal error reveals no details', async () => {
  const broken = await openSite({
    pages: (app) => void app.get('/broken', () => Promise.reject(new Error('select secret from users at /srv/app.ts'))),
  });
  const { status, raw } = await clientOf(broken).get('/broken');
  const [msg, code] = ['Something went wrong on our side', 'unexpected'];
  expect({ status, raw }).toEqual({
    status: 500,
    raw: JSON.stringify({ title: 'Internal Server Error', status: 500, code, msg, errors: [{ msg, code }] }),
  });
});
