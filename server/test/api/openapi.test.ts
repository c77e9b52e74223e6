import { createHash } from 'node:crypto';
import * as contract from '@dev-connector/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMailedLink } from '../../src/features/accounts/mail/links.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { newId } from '../../src/platform/id.ts';
import { parseSender, parseSmtpUrl } from '../../src/platform/mail/addresses.ts';
import { clientOf, send, type TestResponse } from '../client.ts';
import { openStream } from '../event-stream.ts';
import { fakeGithub } from '../fake-github.ts';
import { formOf, image } from '../images.ts';
import { createMember, password, signIn, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const github = await fakeGithub();
const site = await openSite({
  githubApiUrl: github.url,
  smtpUrl: parseSmtpUrl('smtp://127.0.0.1:1'),
  mailFrom: parseSender('a@b.example'),
  unverifiedAccounts: 'full',
});
const visitor = clientOf(site);
// biome-ignore lint/suspicious/noExplicitAny: parsed as a client would parse it
let document: any;
beforeAll(async () => {
  document = (await visitor.get('/api/openapi.json')).body;
});
const endpoints = Object.values(contract)
  .map((item) => item as unknown as contract.Endpoint)
  .filter((item) => item.method && item.path);
const nameOf = ({ method, path }: Pick<contract.Endpoint, 'method' | 'path'>) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
});

test('the document describes every endpoint of the contract, which has every route under /api', () => {
  const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(endpoints.map(nameOf).toSorted());
  const routes = routesOf(site.app.printRoutes({ commonPrefix: false })).filter(
    (name) => !/ \/($|resume|dev\/|feed\.|robots|sitemap|manifest|\.well-known|logo)/.test(name),
  ); // pages are not part of the API
  expect(routes.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted());
});

/** Returns `METHOD /path` for each line of Fastify's printRoutes(), without HEAD, which comes with every GET. */
function routesOf(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^([│├└─ ]*)(\S+?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    path.splice(indent.length / 4 - 1, path.length, part);
    return (
      methods
        ?.split(', ')
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path.join('').replace(/(.)\/$/, '$1')}`) ?? []
    );
  });
}

/** Every member endpoint requires the token and documents it. */
test('the document allows null in optional fields of a body only', () => {
  const { ExperienceInput, Experience } = document.components.schemas;
  const typesOf = ({ properties }: typeof Experience) => ['title', 'location', 'current'].map((name) => properties[name].type);
  expect(typesOf(ExperienceInput)).toEqual(['string', ['string', 'null'], ['boolean', 'null']]);
  expect(typesOf(Experience)).toEqual(['string', 'string', 'boolean']);
});

test('the document marks the endpoints that require or accept a session', () => {
  const security = { member: [{ token: [] }], optional: [{ token: [] }, {}], anyone: undefined };
  for (const endpoint of endpoints) {
    const operation = document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()];
    expect(operation.security, nameOf(endpoint)).toEqual(security[endpoint.access]);
    expect(Object.keys(operation.responses), nameOf(endpoint)).toEqual(
      expect.arrayContaining([endpoint.reply ? '200' : '204', ...(endpoint.access === 'anyone' ? [] : ['401']), 'default']),
    );
  }
});

describe('the replies', () => {
  const replies = new Map<string, TestResponse>();
  const record = async (name: string, request: Promise<TestResponse>) => {
    const response = await request;
    replies.set(name, response);
    return response.body;
  };

  beforeAll(async () => {
    let ada = await createMember(site, 'Ada');
    await record('POST /api/users', visitor.post('/api/users', { name: 'Reply', email: 'reply@example.org', password }));
    await record('POST /api/auth', visitor.post('/api/auth', { email: ada.email, password }));
    await record('POST /api/auth/reset', visitor.post('/api/auth/reset', { secret: await createResetLink(site.db, ada._id), password }));
    await record('POST /api/auth/forgot', visitor.post('/api/auth/forgot', { email: ada.email }));
    ada = await signIn(site, ada);
    await record('POST /api/account/verification', ada.post('/api/account/verification'));
    const address = { userId: ada._id, email: ada.email, mailId: newId(), causedAt: Date.now() };
    const secret = await createMailedLink(site.db, { purpose: 'verify', ...address });
    await record('POST /api/auth/verify', visitor.post('/api/auth/verify', { secret }));
    await record('GET /api/auth', ada.get('/api/auth'));
    const [, session] = await record('GET /api/auth/sessions', ada.get('/api/auth/sessions'));
    await record('DELETE /api/auth/sessions/{id}', ada.delete(`/api/auth/sessions/${session._id}`));
    await record('DELETE /api/auth/sessions', ada.delete('/api/auth/sessions'));
    await record('DELETE /api/auth', (await signIn(site, ada)).delete('/api/auth'));

    const links = {
      website: 'example.com',
      twitter: 'example.com',
      facebook: 'example.com',
      youtube: 'example.com',
      linkedin: 'example.com',
      instagram: 'example.com',
    };
    const added = { headline: 'H', pronouns: 'P', links: [{ label: 'L', url: 'example.com' }], openTo: ['work'] };
    const texts = { company: 'C', location: 'L', githubusername: 'ada', bio: 'B', ...added };
    await record('POST /api/profile', ada.post('/api/profile', { status: 'Developer', skills: 'Go', ...texts, ...links }));
    const worked = await record(
      'PUT /api/profile/experience',
      ada.put('/api/profile/experience', {
        title: 'T',
        company: 'C',
        location: 'L',
        from: '2020-01-01',
        to: '2021-01-01',
        description: 'D',
      }),
    );
    const learned = await record(
      'PUT /api/profile/education',
      ada.put('/api/profile/education', {
        school: 'S',
        degree: 'D',
        fieldofstudy: 'F',
        from: '2020-01-01',
        current: true,
        description: 'D',
      }),
    );
    const dates = { from: '2020-01-01', fromPrecision: 'month', to: '2021-01-01', toPrecision: 'year' };
    await record(
      'PUT /api/profile/experience/{id}',
      ada.put(`/api/profile/experience/${worked.experience[0]._id}`, { title: 'T', company: 'C', ...dates }),
    );
    await record(
      'PUT /api/profile/education/{id}',
      ada.put(`/api/profile/education/${learned.education[0]._id}`, { school: 'S', degree: 'D', ...dates }),
    );
    const upload = async (method: 'POST' | 'PUT', url: string) => {
      const { payload, headers } = await formOf({ file: await image() });
      return record(`${method} ${url}`, send(site.app, { method, url, payload, headers: { ...headers, 'x-auth-token': ada.token } }));
    };
    const { url } = await upload('POST', '/api/media');
    await record('GET /media/{id}', visitor.get(url));
    await upload('PUT', '/api/account/avatar');
    await record('GET /api/skills', visitor.get('/api/skills?q=g'));
    await record('GET /api/places', visitor.get('/api/places?q=b'));
    await record('GET /api/profile/facets', visitor.get('/api/profile/facets?status=Developer'));
    await record('PATCH /api/account', ada.patch('/api/account', { name: 'A new name' }));
    await record('GET /api/avatars/{userId}', visitor.get(`/api/avatars/${ada._id}`));
    await ada.post('/api/posts', { text: 'Public', visibility: 'public', tags: ['open'] });
    await record('GET /api/posts/public', visitor.get('/api/posts/public'));
    await record('GET /api/posts/public/tags', visitor.get('/api/posts/public/tags'));
    await record('GET /api/feeds', visitor.get(`/api/feeds?author=${ada._id}`));
    await record('GET /api/profile', visitor.get('/api/profile'));
    await record('GET /api/profile/me', ada.get('/api/profile/me'));
    await record('GET /api/users/{userId}', ada.get(`/api/users/${ada._id}`));
    await record('GET /api/account/handles', ada.get('/api/account/handles'));
    await record('GET /api/mentions', ada.get('/api/mentions?q=a'));
    await record('GET /api/profile/user/{userId}', visitor.get(`/api/profile/user/${ada._id}`));
    await record('GET /api/profile/user/{userId}/resume', visitor.get(`/api/profile/user/${ada._id}/resume`));
    await record('GET /api/profile/github/{username}', visitor.get('/api/profile/github/ada'));
    const resume = JSON.stringify({
      basics: { label: 'L', url: 'engine.example', email: 'none' },
      work: [
        { name: 'C', position: 'T', location: 'X', startDate: '2020' },
        { name: 'N', position: 'P', startDate: '2021-01', endDate: '2022' },
        {},
      ],
      education: [
        { institution: 'S', studyType: 'D', area: 'F', startDate: '2020' },
        { institution: 'S', studyType: 'M', startDate: '2021' },
      ],
      skills: [{ name: 'C' }],
    });
    const previewed = await record('POST /api/profile/resume/preview', ada.post('/api/profile/resume/preview', { resume }));
    await record('PUT /api/profile/resume', ada.put('/api/profile/resume', { resume, previewId: previewed.previewId }));
    await record('DELETE /api/profile/experience/{id}', ada.delete(`/api/profile/experience/${worked.experience[0]._id}`));
    await record('DELETE /api/profile/education/{id}', ada.delete(`/api/profile/education/${learned.education[0]._id}`));

    const { _id } = await record('POST /api/posts', ada.post('/api/posts', { text: 'Hello' }, { 'idempotency-key': 'a-key' }));
    await record('POST /api/preview', ada.post('/api/preview', { text: '**Hello**' }));
    await record('PUT /api/posts/like/{id}', ada.put(`/api/posts/like/${_id}`));
    await record('PUT /api/posts/{id}/like', ada.put(`/api/posts/${_id}/like`));
    const [comment] = await record('POST /api/posts/comment/{postId}', ada.post(`/api/posts/comment/${_id}`, { text: 'Hi' }));
    await record('PUT /api/comments/{id}/like', ada.put(`/api/comments/${comment._id}/like`));
    await record('DELETE /api/comments/{id}/like', ada.delete(`/api/comments/${comment._id}/like`));
    await record(
      'PATCH /api/posts/comment/{postId}/{commentId}',
      ada.patch(`/api/posts/comment/${_id}/${comment._id}`, { text: 'Hi!', version: 1 }),
    );
    await record('GET /api/comments/{id}/revisions', ada.get(`/api/comments/${comment._id}/revisions`));
    await record('DELETE /api/comments/{id}/revisions/{version}', ada.delete(`/api/comments/${comment._id}/revisions/1`));
    await record('PATCH /api/posts/{id}', ada.patch(`/api/posts/${_id}`, { text: 'Hello!', title: 'Greeting', version: 1 }));
    await record('GET /api/posts/{id}/revisions', ada.get(`/api/posts/${_id}/revisions`));
    await record('DELETE /api/posts/{id}/revisions/{version}', ada.delete(`/api/posts/${_id}/revisions/1`));
    await record('GET /api/posts', ada.get('/api/posts'));
    await record('GET /api/search/counts', ada.get('/api/search/counts?q=a'));
    await record('GET /api/search/suggestions', ada.get('/api/search/suggestions?q=greeting'));
    for (const type of contract.searchTypes) await record('GET /api/search', ada.get(`/api/search?q=a&type=${type}`));
    await record('GET /api/posts/{id}', ada.get(`/api/posts/${_id}`));
    await record('GET /api/posts/{id}/comments', ada.get(`/api/posts/${_id}/comments`));
    await record('GET /api/posts/{id}/threads', ada.get(`/api/posts/${_id}/threads`));
    await record('GET /api/comments/{id}/replies', ada.get(`/api/comments/${comment._id}/replies`));
    await record('GET /api/posts/{id}/likes', ada.get(`/api/posts/${_id}/likes`));
    await ada.post(`/api/posts/comment/${_id}`, { text: 'Stays' });
    await ada.patch(`/api/posts/${_id}`, { tags: ['rust'], version: 2 });
    await record('GET /api/activity', ada.get('/api/activity'));
    await record('GET /api/activity/users/{id}', ada.get(`/api/activity/users/${ada._id}`));
    await record('GET /api/activity/tags/{tag}', ada.get('/api/activity/tags/rust'));
    await record('GET /api/tags', ada.get('/api/tags'));
    await record('GET /api/tags/{tag}', ada.get('/api/tags/rust'));
    for (const list of ['follows', 'mutes'])
      for (const method of ['put', 'delete'] as const)
        await record(`${method.toUpperCase()} /api/${list}/tags/{tag}`, ada[method](`/api/${list}/tags/rust`));
    const friend = await createMember(site, 'Friend');
    await friend.post('/api/profile', { status: 'Developer', skills: 'C', location: 'L' });
    const greeting = await friend.post(`/api/posts/comment/${_id}`, { text: 'A notification' });
    expect(greeting.status).toBe(200);
    const notified = ada.get('/api/notifications');
    await record('GET /api/notifications', notified);
    await record('GET /api/notifications/unread', ada.get('/api/notifications/unread'));
    await record('GET /api/notifications/settings', ada.get('/api/notifications/settings'));
    await record('GET /api/notifications/mail', ada.get('/api/notifications/mail'));
    await record('PATCH /api/notifications/mail', ada.patch('/api/notifications/mail', { frequency: 'daily', timeZone: 'Europe/Berlin' }));
    const [mailed] = await site.db.all<{ token: string }>`select unsubscribe_token as token from mail_settings`;
    const unsubscribe = `/api/mail/unsubscribe/${mailed?.token}`;
    await record('GET /api/mail/unsubscribe/{token}', visitor.get(unsubscribe));
    await record('POST /api/mail/unsubscribe/{token}', visitor.post(unsubscribe));
    await record('POST /api/mail/unsubscribe/{token}/undo', visitor.post(`${unsubscribe}/undo`));
    await record('PUT /api/notifications/settings', ada.put('/api/notifications/settings', { settings: [{ kind: 'like', site: true }] }));
    await record('GET /api/posts/{id}/watch', ada.get(`/api/posts/${_id}/watch`));
    await record('PUT /api/posts/{id}/watch', ada.put(`/api/posts/${_id}/watch`));
    await record('DELETE /api/posts/{id}/watch', friend.delete(`/api/posts/${_id}/watch`));
    await record('POST /api/notifications/read', ada.post('/api/notifications/read', { id: (await notified).body[0]._id }));
    const reader = await createMember(site, 'Reader');
    const stream = await openStream(site, reader);
    await stream.until('ready'); // the session must not end before
    await reader.delete('/api/auth');
    await stream.rest();
    const { statusCode: status = 0, headers } = stream.response;
    await record(
      'GET /api/events',
      Promise.resolve({ status, headers: headers as TestResponse['headers'], raw: stream.text(), body: undefined }),
    );
    await record('GET /api/follows/suggestions', ada.get('/api/follows/suggestions'));
    await record('PUT /api/follows/users/{id}', ada.put(`/api/follows/users/${friend._id}`));
    await record('GET /api/follows/users/{id}', ada.get(`/api/follows/users/${friend._id}`));
    await record('GET /api/follows/users/{id}/followers', ada.get(`/api/follows/users/${friend._id}/followers`));
    await record('GET /api/follows/users/{id}/following', ada.get(`/api/follows/users/${ada._id}/following`));
    await ada.put('/api/follows/tags/rust');
    await ada.put('/api/mutes/tags/rust');
    await record('GET /api/follows', ada.get('/api/follows'));
    await record('GET /api/follows.opml', ada.get('/api/follows.opml'));
    await record('PATCH /api/follows/settings', ada.patch('/api/follows/settings', { followersHidden: true }));
    await record('PUT /api/bookmarks/{postId}', ada.put(`/api/bookmarks/${_id}`, { folder: 'To read' }));
    await record('GET /api/bookmarks', ada.get('/api/bookmarks'));
    await record('GET /api/bookmarks/folders', ada.get('/api/bookmarks/folders'));
    await record('PUT /api/pins/{postId}', ada.put(`/api/pins/${_id}`));
    await record('GET /api/pins', ada.get(`/api/pins?author=${ada._id}`));
    await record(
      'PUT /api/drafts/{context}',
      ada.put(`/api/drafts/comment:${_id}`, { title: 'T', tags: 'rust', visibility: 'public', text: 'Draft' }),
    );
    await record('GET /api/drafts/{context}', ada.get(`/api/drafts/comment:${_id}`));
    await record('GET /api/drafts', ada.get('/api/drafts'));
    await record('GET /api/users/me/data', ada.get('/api/users/me/data'));
    await record('PATCH /api/bookmarks/folders/{folder}', ada.patch('/api/bookmarks/folders/To%20read', { name: 'Read' }));
    await record('DELETE /api/bookmarks/folders/{folder}', ada.delete('/api/bookmarks/folders/Read'));
    await record('DELETE /api/bookmarks/{postId}', ada.delete(`/api/bookmarks/${_id}`));
    await record('DELETE /api/pins/{postId}', ada.delete(`/api/pins/${_id}`));
    await record('DELETE /api/follows/users/{id}', ada.delete(`/api/follows/users/${friend._id}`));
    await record('GET /api/account/avatar', ada.get('/api/account/avatar'));
    await record('GET /api/account/storage', ada.get('/api/account/storage'));
    await record('DELETE /api/account/avatar', ada.delete('/api/account/avatar'));
    await record('DELETE /api/media/{id}', ada.delete(`/api${url}`));
    await record('DELETE /api/posts/comment/{postId}/{commentId}', ada.delete(`/api/posts/comment/${_id}/${comment._id}`));
    const other = await createMember(site, 'Other');
    await other.put(`/api/posts/like/${_id}`);
    await record('PUT /api/posts/unlike/{id}', ada.put(`/api/posts/unlike/${_id}`));
    await record('DELETE /api/posts/{id}/like', ada.delete(`/api/posts/${_id}/like`));
    await record('DELETE /api/drafts/{context}', ada.delete(`/api/drafts/comment:${_id}`));
    await record('DELETE /api/posts/{id}', ada.delete(`/api/posts/${_id}`));
    await record('POST /api/auth/confirm', other.post('/api/auth/confirm', { password }));
    await record('PUT /api/auth/password', other.put('/api/auth/password', { current: password, password: 'a newer password' }));
    await record('DELETE /api/profile', ada.delete('/api/profile'));
    const report = { 'csp-report': { 'document-uri': 'http://localhost/' } };
    await record('POST /api/csp-reports', visitor.post('/api/csp-reports', report, { 'content-type': 'application/csp-report' }));
    for (const path of ['/healthz', '/readyz', '/api/openapi.json', '/api/docs', '/api/site'])
      await record(`GET ${path}`, visitor.get(path));
  });

  test.for(endpoints.map(nameOf))('of %s match the document', (name) => {
    const response = replies.get(name);
    const [method = '', path = ''] = name.split(' ');
    const { responses } = document.paths[path][method.toLowerCase()];
    expect(response?.status, response?.raw).toBe(responses[204] ? 204 : 200);
    if (responses[204]) return expect(response?.raw).toBe('');
    const [[type, { schema }]] = Object.entries<{ schema: object }>(responses[200].content) as [[string, { schema: object }]];
    expect(response?.headers['content-type']).toContain(type.replace('*', ''));
    const valid = compileStrict({ ...disallowAdditional(schema), components: disallowAdditional(document.components) });
    expect(valid(response?.body ?? response?.raw), JSON.stringify(valid.errors)).toBe(true);
  });
});

const compileStrict = (schema: object) =>
  new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    formats: { date: /^\d{4}-\d\d-\d\d$/, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  }).compile(schema);

/** The schema with additional properties disallowed, so that an undocumented property is an error. */
function disallowAdditional(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const names = value?.type === 'object' && Object.keys(value.properties ?? {}).length > 0;
    return key !== 'properties' && names ? { ...value, additionalProperties: false } : value;
  });
}

describe('the examples', () => {
  const operationOf = (endpoint: contract.Endpoint) =>
    document.paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()];
  const json = 'application/json';

  test('exist for every JSON body and reply and match their schemas', () => {
    for (const endpoint of endpoints) {
      const { requestBody, responses } = operationOf(endpoint);
      const sent = Object.entries<{ schema: object; example: unknown }>(requestBody?.content ?? {}).filter(
        ([type]) => type.includes('json') || endpoint.bodies,
      );
      const got = responses[200]?.content[json];
      for (const { schema, example } of [...sent.map(([, body]) => body), got].filter(Boolean)) {
        if (endpoint.path === contract.readOpenapi.path) continue; // the document is its own example
        expect(example, nameOf(endpoint)).toBeDefined();
        const valid = compileStrict({ ...disallowAdditional(schema), components: disallowAdditional(document.components) });
        expect(valid(example), `${nameOf(endpoint)}: ${JSON.stringify(valid.errors)}`).toBe(true);
      }
    }
  });

  test('are accepted as request bodies', async () => {
    const ada = await createMember(site, 'Example');
    await ada.post('/api/profile', { status: 'Developer', skills: 'Go' });
    const post = (await ada.post('/api/posts', { text: 'Hello' })).body._id;
    const dated = { from: '2020-01-01' };
    const worked = (await ada.put('/api/profile/experience', { title: 'T', company: 'C', ...dated })).body.experience[0]._id;
    const learned = (await ada.put('/api/profile/education', { school: 'S', degree: 'D', ...dated })).body.education[0]._id;
    const known = {
      'POST /api/auth/reset': contract.errors.resetInvalid.msg,
      'POST /api/auth/verify': contract.errors.linkInvalid.msg,
      'PUT /api/profile/resume': contract.errors.profileChanged.msg,
      'POST /api/posts/comment/{postId}': contract.errors.commentNotFound.msg, // the parent
      'PATCH /api/posts/comment/{postId}/{commentId}': contract.errors.commentNotFound.msg,
      'PATCH /api/posts/{id}': contract.errors.postNotFound.msg,
      'PUT /api/posts/{id}/watch': contract.errors.postNotFound.msg,
    };
    for (const endpoint of endpoints.filter(({ body }) => body)) {
      const name = nameOf(endpoint);
      const { example } = operationOf(endpoint).requestBody.content[json];
      const method = ada[endpoint.method.toLowerCase() as 'put'];
      const { status, body } = await method(
        endpoint.path
          .replace(':postId', post)
          .replace(':context', 'post')
          .replace(':id', endpoint.path.includes('experience') ? worked : learned),
        example,
      );
      if (name in known) expect(body.errors[0].msg).toBe(known[name as keyof typeof known]);
      else expect({ name, status, errors: body.errors }).toEqual({ name, status: 200, errors: undefined });
      if (name === 'PUT /api/auth/password') break; // that ended the session
    }
  });

  test('are accepted as cursors', async () => {
    const ada = await createMember(site, 'Cursor');
    const id = await writePost(ada);
    for (const endpoint of [contract.listPosts, contract.listProfiles, contract.listComments, contract.listThreads, contract.listLikes]) {
      const { parameters, responses } = operationOf(endpoint);
      const example = parameters.find(({ name }: { name: string }) => name === 'cursor').examples.default.value;
      const [, linked] = /cursor=([^>]+)>; rel="next"$/.exec(responses[200].headers.Link.example) ?? [];
      for (const cursor of [example, linked])
        expect(await ada.get(`${endpoint.path.replace(':id', id)}?cursor=${cursor}`)).toMatchObject({ status: 200 });
    }
  });

  test('include every error of an operation, with the message and status of the catalogue', () => {
    for (const endpoint of endpoints) {
      const { responses } = operationOf(endpoint);
      for (const name of [...(endpoint.errors ?? []), ...(endpoint.notFound ? [endpoint.notFound] : [])]) {
        const { status, ...item } = contract.errors[name];
        const { value } = responses[status].content['application/problem+json'].examples[name];
        expect(value).toEqual({ title: contract.reasons[status], status, code: name, msg: item.msg, errors: [{ ...item, code: name }] });
      }
    }
  });
});

test('the CSP of the reference page allows only its own scripts, and connections only to the site', async () => {
  const { status, headers, raw } = await visitor.get('/api/docs');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
  const scripts = [...raw.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(headers['content-security-policy']?.split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'report-uri /api/csp-reports',
  ]);
});
