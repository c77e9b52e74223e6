import type { Endpoint } from '@dev-connector/contract';
import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { openDb } from '../../src/db/open.ts';
import { onCleanup } from '../cleanup.ts';
import type { Answer } from '../client.ts';
import { type Person, saveProfile, signUp, writePost } from '../community.ts';
import { openSite } from '../site.ts';

/* An answer that is what the client has already is not sent again; one that is not, always is. */

const isEndpoint = (thing: unknown): thing is Endpoint =>
  typeof thing === 'object' && thing !== null && 'path' in thing && 'reply' in thing;
const site = await openSite();
let [author, reader]: Person[] = [];
let post: string;

beforeAll(async () => {
  [author, reader] = [await signUp(site, 'Author'), await signUp(site, 'Reader')];
  await saveProfile(author);
  await saveProfile(reader);
  await writePost(author);
  post = await writePost(author);
});

const tagged = () => [
  '/api/posts',
  '/api/posts?embed=',
  '/api/posts?limit=1',
  `/api/posts/${post}`,
  `/api/posts/${post}/comments`,
  `/api/posts/${post}/likes`,
  '/api/profile',
  '/api/profile?limit=1',
  '/api/profile/me',
  `/api/profile/user/${reader?._id}`,
];
const ask = (url: string, etag: string | undefined, who = reader as Person) => who.get(url, { 'if-none-match': etag ?? '' });

/** Asks for it, changes something, and asks whether it is still the same. */
async function after(url: string, change: () => Promise<unknown>): Promise<Answer> {
  const { headers } = await (reader as Person).get(url);
  expect((await ask(url, headers.etag)).status).toBe(304);
  await change();
  const now = await ask(url, headers.etag);
  if (now.status === 200) expect(now.headers.etag).not.toBe(headers.etag);
  return now;
}

test('whoever has an answer already is told so, without a body', async () => {
  for (const url of tagged()) {
    const first = await (reader as Person).get(url);
    expect([first.status, first.headers.etag], url).toEqual([200, expect.stringMatching(/^W\/"[^"]+"$/)]);
    const again = await ask(url, first.headers.etag);
    expect([again.status, again.raw, again.headers.etag], url).toEqual([304, '', first.headers.etag]);
    expect(again.headers['content-length'], url).toBeUndefined();
    expect(again.headers.link, url).toBe(first.headers.link);
    expect(again.headers['cache-control'], url).toBe('no-store');
    expect((await ask(url, `"another", ${first.headers.etag}`)).status, url).toBe(304);
    expect((await ask(url, '"another"')).body, url).toEqual(first.body);
  }
});

test('names are compared as the standard has it: weakly, and any is any', async () => {
  const { etag = '' } = (await (reader as Person).get('/api/profile')).headers;
  for (const names of [etag.replace('W/', ''), '*', ' * ', `"a",${etag.replace('W/', '')}`])
    expect((await ask('/api/profile', names)).status, names).toBe(304);
  for (const names of [etag.slice(0, -1), `${etag}x`, '"*"', etag.toLowerCase(), ''])
    expect((await ask('/api/profile', names)).status).toBe(200);
});

test('what the contract calls tagged is tagged, and nothing else', async () => {
  const isTagged = new Map(
    Object.values<unknown>(contract)
      .filter(isEndpoint)
      .map(({ method, path, tagged }) => [`${method} ${path}`, tagged === true]),
  );
  const patterns = [...isTagged].map(([name, is]) => ({ name, is, pattern: new URLPattern({ pathname: name.split(' ')[1] ?? '' }) }));
  const endpointOf = (url: string) => {
    const pathname = url.split('?')[0] ?? '';
    const fitting = patterns.filter(({ name, pattern }) => name.startsWith('GET') && pattern.test({ pathname }));
    return fitting.toSorted((a, b) => a.name.split(':').length - b.name.split(':').length)[0];
  };
  expect(new Set(tagged().map((url) => endpointOf(url)?.name))).toEqual(new Set(patterns.filter(({ is }) => is).map(({ name }) => name)));
  for (const url of ['/api/auth', '/api/auth/sessions', `/api/profile/user/${reader?._id}/resume`, '/healthz', '/api/users/me/data'])
    expect((await (reader as Person).get(url)).headers.etag, url).toBeUndefined();
});

test('other content never has a name that was given before, though an older copy of the database brings the old versions back', async () => {
  const urls = ['/api/profile/me', '/api/profile', '/api/posts', `/api/posts/${post}`];
  const before = await Promise.all(urls.map(async (url) => (await (reader as Person).get(url)).headers.etag));
  // What was said since the copy is lost, and something else is said under the same versions.
  await site.db.run`update profiles set company = ${'Another company'}`;
  await site.db.run`update posts set text = ${'Another text'}`;
  const db = await openDb(site.settings);
  const app = await buildApp({ settings: site.settings, db }); // restarted, because a restore wants that
  onCleanup(async () => {
    await app.close();
    await db.close();
  });
  for (const [index, url] of urls.entries()) {
    const headers = { 'x-auth-token': (reader as Person).token, 'if-none-match': String(before[index]) };
    expect((await app.inject({ url, headers })).statusCode, url).toBe(200);
  }
});

test('what follows a page is what we say, whatever the address says', async () => {
  for (const wicked of [
    '>;rel="prev",<http://evil.example/>;rel="next";y="',
    '%3E;rel=%22prev%22,%3Chttp://evil.example/%3E;rel=%22next%22',
  ])
    expect((await (reader as Person).get(`/api/profile?limit=1&x=${wicked}`)).headers.link).toMatch(
      /^<[^<>"]+&cursor=[\w-]+>; rel="next"$/,
    );
});

test('no failure has a tag, and no tag hides one', async () => {
  const { etag } = (await (reader as Person).get('/api/posts')).headers;
  const refused = await site.app.inject({ url: '/api/posts', headers: { 'if-none-match': String(etag) } });
  expect([refused.statusCode, refused.headers.etag]).toEqual([401, undefined]);
  expect((await ask('/api/posts?cursor=wrong', etag)).status).toBe(400);
});

describe('a page of the feed is another', () => {
  const feed = '/api/posts?embed=';

  test('for one who likes one of its posts, and the old one again without the like', async () => {
    const { headers } = await (author as Person).get(feed);
    expect((await ask(feed, headers.etag)).status).toBe(304); // neither likes any
    expect((await after(feed, () => (reader as Person).put(`/api/posts/like/${post}`))).body[0]).toMatchObject({
      liked: true,
      likeCount: 1,
    });
    const liking = (await (reader as Person).get(feed)).headers.etag;
    expect((await ask(feed, liking, author)).body[0]).toMatchObject({ liked: false, likeCount: 1 });
    expect((await after(feed, () => (reader as Person).put(`/api/posts/unlike/${post}`))).body[0].liked).toBe(false);
  });

  test('when one of its posts is commented on', async () => {
    const answer = await after(feed, () => (author as Person).post(`/api/posts/comment/${post}`, { text: 'Yes' }));
    expect(answer.body[0].commentCount).toBe(1);
  });

  test('when a post comes or goes', async () => {
    let added = '';
    const more = await after(feed, async () => {
      added = await writePost(author as Person);
    });
    expect(more.body[0]._id).toBe(added);
    expect((await after(feed, () => (author as Person).delete(`/api/posts/${added}`))).body[0]._id).toBe(post);
  });

  test('when another page follows, though the same posts stand on it', async () => {
    const last = (await (reader as Person).get(feed)).body.length;
    const whole = `/api/posts?embed=&limit=${last}`;
    const oldest = (await (reader as Person).get(whole)).body.at(-1)._id;
    const shorter = `/api/posts?embed=&limit=${last - 1}`;
    expect((await (reader as Person).get(shorter)).headers.link).toBeDefined();
    const answer = await after(shorter, () => (author as Person).delete(`/api/posts/${oldest}`));
    expect([answer.status, answer.headers.link]).toEqual([200, undefined]);
  });
});

test('a profile is another when it is saved, everywhere that it stands', async () => {
  for (const url of ['/api/profile/me', `/api/profile/user/${reader?._id}`, '/api/profile']) {
    const answer = await after(url, () => saveProfile(reader as Person, { bio: `Seen at ${url}` }));
    expect(answer.raw).toContain(`Seen at ${url}`);
  }
});
