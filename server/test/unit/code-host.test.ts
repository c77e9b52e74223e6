import { expect, test } from 'vitest';
import { codeHost } from '../../src/repositories/code-host.ts';
import { fakeGithub, repository } from '../fake-github.ts';

/* Cache expiry and timeouts, with a real local server and a fake clock. */

const minute = 60_000;

test('caches repositories for ten minutes', async () => {
  const github = await fakeGithub();
  let now = 0;
  const repositories = codeHost({ url: github.url, now: () => now });
  await repositories('octocat');
  now = 10 * minute - 1;
  await repositories('octocat');
  expect(github.requests).toHaveLength(1);
  now = 10 * minute;
  github.answers(200, [repository('Newer')]);
  expect(await repositories('octocat')).toMatchObject([{ name: 'Newer' }]);
  expect(github.requests).toHaveLength(2);
});

test('caches unknown usernames for ten minutes', async () => {
  const github = await fakeGithub();
  let now = 0;
  const repositories = codeHost({ url: github.url, now: () => now });
  github.answers(404, {});
  for (let times = 0; times < 3; times++) await expect(repositories('nobody')).rejects.toMatchObject({ status: 404 });
  expect(github.requests).toHaveLength(1);
  now = 10 * minute;
  github.answers(200, [repository('Arrived')]);
  expect(await repositories('nobody')).toMatchObject([{ name: 'Arrived' }]);
});

test('serves stale repositories while the host is down, and retries after a minute', async () => {
  const github = await fakeGithub();
  let now = 0;
  const warnings: unknown[] = [];
  const log = { warn: (...args: unknown[]) => void warnings.push(args) };
  const repositories = codeHost({ url: github.url, now: () => now, log });
  const good = await repositories('octocat');
  now = 11 * minute;
  github.answers(500, {});
  expect(await repositories('octocat')).toEqual(good);
  expect(warnings).toEqual([
    [{ err: expect.objectContaining({ status: 502, cause: new Error('the code host answered 500') }) }, expect.any(String)],
  ]);
  await expect(repositories('other')).rejects.toMatchObject({ status: 502 });
  github.answers(200, [repository('Back')]);
  const requestCount = github.requests.length;
  now = 12 * minute - 1;
  expect(await repositories('octocat')).toEqual(good);
  expect(github.requests).toHaveLength(requestCount);
  now = 12 * minute;
  expect(await repositories('octocat')).toMatchObject([{ name: 'Back' }]);
  now = 23 * minute;
  await github.stop();
  expect(await repositories('octocat')).toMatchObject([{ name: 'Back' }]);
  await expect(repositories('other')).rejects.toMatchObject({ status: 502 });
});

test('sends one request for concurrent calls with the same username', async () => {
  const github = await fakeGithub();
  const repositories = codeHost({ url: github.url });
  const all = await Promise.all(['octocat', 'OctoCat', 'octocat', 'OCTOCAT'].map((name) => repositories(name)));
  expect(all).toEqual(all.map(() => [expect.objectContaining({ name: 'Hello-World' })]));
  expect(github.requests).toHaveLength(1);
});

test('concurrent calls share an error, and the next call sends a new request', async () => {
  const github = await fakeGithub();
  const repositories = codeHost({ url: github.url });
  github.answers(500, {});
  const all = await Promise.allSettled(['octocat', 'octocat', 'octocat'].map((name) => repositories(name)));
  expect(all).toEqual(all.map(() => expect.objectContaining({ status: 'rejected', reason: expect.objectContaining({ status: 502 }) })));
  expect(github.requests).toHaveLength(1);
  github.answers(200, []);
  expect(await repositories('octocat')).toEqual([]);
});

test('times out if the host sends no response or never completes it', async () => {
  const github = await fakeGithub();
  const repositories = codeHost({ url: github.url, timeLimit: 50 });
  github.answer = () => {};
  await expect(repositories('silent')).rejects.toMatchObject({ status: 504, message: 'Github took too long to respond' });
  github.answer = (response) => response.writeHead(200).write('[');
  await expect(repositories('endless')).rejects.toMatchObject({ status: 504 });
});
