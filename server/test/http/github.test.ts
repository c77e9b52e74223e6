import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { fakeGithub, repository } from '../fake-github.ts';
import { sendBytes } from '../raw-http.ts';
import { openSite } from '../site.ts';

const github = await fakeGithub();
const site = await openSite({ githubApiUrl: github.url, githubToken: 'a-secret' });
const visitor = clientOf(site);
let names = 0;
/** Requests a new name, which is not cached. */
const fetchRepositories = (name = `user-${++names}`) => visitor.get(`/api/profile/github/${name}`);
const failed = errorResponse(502, 'Github sent an unexpected response');

test('returns the newest repositories with the fields of the contract only', async () => {
  github.answers(200, [repository('One'), repository('Two', { description: null })]);
  const { status, body } = await fetchRepositories('octocat');
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      {
        id: 1296269,
        name: 'One',
        html_url: 'https://github.com/octocat/One',
        description: 'About One',
        stargazers_count: 80,
        watchers_count: 81,
        forks_count: 9,
      },
      { id: 1296269, name: 'Two', html_url: 'https://github.com/octocat/Two', stargazers_count: 80, watchers_count: 81, forks_count: 9 },
    ],
  });
  expect(github.requests).toEqual(['GET /users/octocat/repos?per_page=5&sort=created&direction=desc']);
  expect(github.headers[0]).toMatchObject({
    authorization: 'Bearer a-secret',
    accept: 'application/vnd.github+json',
    'user-agent': expect.any(String),
  });
});

test('returns at most five repositories', async () => {
  github.answers(
    200,
    Array.from({ length: 30 }, (_, index) => repository(`Number-${index}`)),
  );
  expect((await fetchRepositories()).body.map(({ name }: { name: string }) => name)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `Number-${index}`),
  );
});

test('returns only repositories with an id and an http(s) link, and valid counts', async () => {
  github.answers(200, [
    repository('script', { html_url: 'javascript:alert(1)' }),
    repository('data', { html_url: 'data:text/html,x' }),
    repository('none', { html_url: null }),
    repository('no id', { id: undefined }),
    repository('text id', { id: '7' }),
    repository('fraction', { id: 1.5 }),
    null,
    7,
    'x',
    [],
    repository('odd', {
      id: 8,
      html_url: 'http://github.example/odd',
      stargazers_count: '80',
      watchers_count: 1.5,
      forks_count: null,
      description: { not: 'text' },
    }),
    repository('huge', { stargazers_count: -0, watchers_count: 1e300, forks_count: undefined }),
  ]);
  const { status, body } = await fetchRepositories();
  const zeros = { stargazers_count: 0, watchers_count: 0, forks_count: 0 };
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { id: 8, name: 'odd', html_url: 'http://github.example/odd', ...zeros },
      { id: 1296269, name: 'huge', html_url: 'https://github.com/octocat/huge', description: 'About huge', ...zeros },
    ],
  });
});

test('returns 404 if the code host does not know the name', async () => {
  github.answers(404, { message: 'Not Found' });
  expect(await fetchRepositories()).toMatchObject(errorResponse(404, 'No Github profile found'));
});

test.for([
  ['its rate limit error', 403, { message: 'API rate limit exceeded', documentation_url: 'https://docs.example' }],
  ['a refused token', 401, { message: 'Bad credentials' }],
  ['status 429', 429, {}],
  ['an internal error', 500, { message: 'at /srv/app.ts:1' }],
  ['no content', 204, undefined],
  ['an object instead of a list', 200, { message: 'hello' }],
  ['an empty body', 200, undefined],
] as const)('returns 502 if the code host answers with %s', async ([, status, body]) => {
  github.answers(status, body);
  expect(await fetchRepositories()).toMatchObject(failed);
});

test('returns 502 if the code host answers with invalid JSON', async () => {
  github.answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>[]</html>');
  expect(await fetchRepositories()).toMatchObject(failed);
});

test('does not follow a redirect', async () => {
  github.answer = (response) => response.writeHead(302, { location: `${github.url}/elsewhere` }).end();
  const before = github.requests.length;
  expect(await fetchRepositories()).toMatchObject(failed);
  expect(github.requests.length).toBe(before + 1);
});

test('returns 502 for more than a mebibyte, with and without a Content-Length', async () => {
  const long = JSON.stringify([repository('Long', { description: 'x'.repeat(limits.body) })]);
  github.answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(long);
  expect(await fetchRepositories()).toMatchObject(failed);
  github.answer = (response) => {
    for (let index = 0; index < 64; index++) response.write('x'.repeat(32 * 1024)); // chunked, without a Content-Length
    response.end();
  };
  expect(await fetchRepositories()).toMatchObject(failed);
});

test('returns 502 if the connection breaks', async () => {
  github.answer = (response) => response.writeHead(200).write('[', () => response.destroy());
  expect(await fetchRepositories()).toMatchObject(failed);
});

test('caches a name case-insensitively', async () => {
  github.answers(200, [repository('Cached')]);
  const before = github.requests.length;
  const first = await fetchRepositories('Cached-Name');
  expect(await fetchRepositories('cached-name')).toMatchObject({ status: 200, body: first.body });
  expect(github.requests.length).toBe(before + 1);
});

test.for([
  '-a',
  'a-',
  'a--b',
  'a_b',
  'a.b',
  '..%2frepos',
  'a%2fb',
  'a%00',
  'a%0a',
  'a%20b',
  '%C3%A4',
  'a%3fx',
  'a%23',
  '@',
  'a'.repeat(40),
  'a'.repeat(5000),
])('returns 404 for the name %s without a request to the code host', async (name) => {
  const before = github.requests.length;
  expect(await fetchRepositories(name)).toMatchObject(errorResponse(404, 'No Github profile found'));
  expect(github.requests.length).toBe(before);
});

test('prevents path traversal at the code host', async () => {
  const before = github.requests.length;
  for (const name of ['..', '%2e%2e', '.', '..%2f..%2fzen']) {
    const response = await sendBytes(site, `GET /api/profile/github/${name} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect(response).toMatchObject(errorResponse(404, 'No Github profile found'));
  }
  expect(github.requests.length).toBe(before);
});

describe('the log', async () => {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const logged = await openSite({ githubApiUrl: github.url, githubToken: 'a-secret', logger });
  const fetchLogged = (name: string) => clientOf(logged).get(`/api/profile/github/${name}`);

  test.for<[string, () => void, RegExp]>([
    ['a refused token', () => github.answers(401, { message: 'Bad credentials' }), /the code host answered 401/],
    ['a body that is not a list', () => github.answers(200, {}), /the response is not a list/],
    ['a body that is not JSON', () => (github.answer = (response) => response.end('<html>')), /not valid JSON/],
    ['a connection that breaks', () => (github.answer = (response) => response.destroy()), /other side closed/],
  ])('has one warning for %s, with its cause and without secrets', async ([, fail, cause]) => {
    lines.length = 0;
    fail();
    expect(await fetchLogged(`logged-${++names}`)).toMatchObject(failed);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 40, msg: 'Github sent an unexpected response' });
    expect(lines[0]).toMatch(cause);
    expect(lines[0]).not.toContain('a-secret');
  });

  test('has no line for an unknown name', async () => {
    lines.length = 0;
    github.answers(404, {});
    expect((await fetchLogged('nobody')).status).toBe(404);
    expect(lines).toEqual([]);
  });
});
