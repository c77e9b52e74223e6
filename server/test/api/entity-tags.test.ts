import type { Endpoint } from '@dev-connector/contract';
import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { send, type TestResponse } from '../client.ts';
import { formOf, image } from '../images.ts';
import { saveProfile, signUp, type TestMember, writePost } from '../members.ts';
import { openProcess, openSite } from '../site.ts';

/* Conditional requests: 304 if the representation has not changed, 200 with a new ETag otherwise. */

const isEndpoint = (thing: unknown): thing is Endpoint =>
  typeof thing === 'object' && thing !== null && 'path' in thing && 'reply' in thing;
const site = await openSite();
let [author, viewer]: TestMember[] = [];
let post: string;
let comment: string;
let media: string;

beforeAll(async () => {
  [author, viewer] = [await signUp(site, 'Author'), await signUp(site, 'Reader')];
  await saveProfile(author);
  await saveProfile(viewer);
  const earlier = await writePost(author);
  post = await writePost(author);
  comment = (await author.post(`/api/posts/comment/${earlier}`, { text: 'A comment' })).body[0]._id;
  const { payload, headers } = await formOf({ file: await image() });
  const upload = { method: 'POST', url: '/api/media', payload, headers: { ...headers, 'x-auth-token': author.token } } as const;
  media = (await send(site.app, upload)).body.url;
});

const taggedUrls = () => [
  '/api/posts',
  '/api/posts?embed=',
  '/api/posts?limit=1',
  `/api/posts/${post}`,
  `/api/posts/${post}?embed=`,
  `/api/posts/${post}/comments`,
  `/api/posts/${post}/threads`,
  `/api/posts/${post}/likes`,
  `/api/posts/${post}/revisions`,
  `/api/comments/${comment}/revisions`,
  `/api/comments/${comment}/replies`,
  '/api/posts?feed=following',
  '/api/posts?feed=unanswered',
  '/api/posts/public',
  '/api/tags',
  '/api/bookmarks',
  '/api/notifications',
  `/api/pins?author=${author?._id}`,
  `/api/follows/users/${viewer?._id}/followers`,
  `/api/follows/users/${viewer?._id}/following`,
  '/api/profile',
  '/api/profile?limit=1',
  '/api/profile?sort=name&status=Developer',
  '/api/profile/facets?status=Developer',
  '/api/search?q=earlier',
  '/api/profile/me',
  `/api/profile/user/${viewer?._id}`,
  `/api/avatars/${viewer?._id}`,
  media,
  '/api/openapi.json',
];
const readIfChanged = (url: string, etag: string | undefined, member = viewer as TestMember) =>
  member.get(url, { 'if-none-match': etag ?? '' });

/** Reads a URL, makes a change, and sends a conditional request. */
async function readAfter(url: string, change: () => Promise<unknown>): Promise<TestResponse> {
  const { headers } = await (viewer as TestMember).get(url);
  expect((await readIfChanged(url, headers.etag)).status).toBe(304);
  await change();
  const now = await readIfChanged(url, headers.etag);
  if (now.status === 200) expect(now.headers.etag).not.toBe(headers.etag);
  return now;
}

test('returns 304 without a body if the ETag matches', async () => {
  for (const url of taggedUrls()) {
    const first = await (viewer as TestMember).get(url);
    expect([first.status, first.headers.etag], url).toEqual([200, expect.stringMatching(/^W\/"[\x21\x23-\x7e]+"$/)]); // RFC 9110 section 8.8.3
    const again = await readIfChanged(url, first.headers.etag);
    expect([again.status, again.raw, again.headers.etag], url).toEqual([304, '', first.headers.etag]);
    expect(again.headers['content-length'], url).toBeUndefined();
    expect(again.headers.link, url).toBe(first.headers.link);
    expect(again.headers['cache-control'], url).toBe(
      /avatars|media|openapi|public/.test(url) ? first.headers['cache-control'] : 'no-store',
    );
    expect((await readIfChanged(url, `"another", ${first.headers.etag}`)).status, url).toBe(304);
    expect((await readIfChanged(url, '"another"')).body, url).toEqual(first.body);
  }
});

test('compares ETags weakly and supports `*`, as RFC 9110 requires', async () => {
  const { etag = '' } = (await (viewer as TestMember).get('/api/profile')).headers;
  for (const value of [etag.replace('W/', ''), '*', ' * ', `"a",${etag.replace('W/', '')}`])
    expect((await readIfChanged('/api/profile', value)).status, value).toBe(304);
  for (const value of [etag.slice(0, -1), `${etag}x`, '"*"', etag.toLowerCase(), ''])
    expect((await readIfChanged('/api/profile', value)).status).toBe(200);
});

test('exactly the endpoints tagged in the contract have ETags', async () => {
  const isTagged = new Map(
    Object.values<unknown>(contract)
      .filter(isEndpoint)
      .map(({ method, path, hasEtag }) => [`${method} ${path}`, hasEtag === true]),
  );
  const patterns = [...isTagged].map(([name, is]) => ({ name, is, pattern: new URLPattern({ pathname: name.split(' ')[1] ?? '' }) }));
  const endpointOf = (url: string) => {
    const pathname = url.split('?')[0] ?? '';
    const fitting = patterns.filter(({ name, pattern }) => name.startsWith('GET') && pattern.test({ pathname }));
    return fitting.toSorted((a, b) => a.name.split(':').length - b.name.split(':').length)[0];
  };
  expect(new Set(taggedUrls().map((url) => endpointOf(url)?.name))).toEqual(
    new Set(patterns.filter(({ is }) => is).map(({ name }) => name)),
  );
  for (const url of ['/api/auth', '/api/auth/sessions', `/api/profile/user/${viewer?._id}/resume`, '/healthz', '/api/users/me/data'])
    expect((await (viewer as TestMember).get(url)).headers.etag, url).toBeUndefined();
});

test('an ETag is not reused after a restored backup repeats old versions', async () => {
  const urls = ['/api/profile/me', '/api/profile', '/api/posts', `/api/posts/${post}`];
  const before = await Promise.all(urls.map(async (url) => (await (viewer as TestMember).get(url)).headers.etag));
  // Changes the content without changing the versions, as writes after a restore would.
  await site.db.run`update profiles set company = ${'Another company'}`;
  await site.db.run`update posts set text = ${'Another text'}`;
  const { app } = await openProcess(site); // a restore requires a restart
  for (const [index, url] of urls.entries()) {
    const headers = { 'x-auth-token': (viewer as TestMember).token, 'if-none-match': String(before[index]) };
    expect((await app.inject({ url, headers })).statusCode, url).toBe(200);
  }
});

test('the Link header cannot be injected by the query string', async () => {
  for (const injection of [
    '>;rel="prev",<http://evil.example/>;rel="next";y="',
    '%3E;rel=%22prev%22,%3Chttp://evil.example/%3E;rel=%22next%22',
  ])
    expect((await (viewer as TestMember).get(`/api/profile?limit=1&x=${injection}`)).headers.link).toMatch(
      /^<[^<>"]+&cursor=[\w-]+>; rel="next"$/,
    );
});

test('errors have no ETag, and If-None-Match does not hide errors', async () => {
  const { etag } = (await (viewer as TestMember).get('/api/posts')).headers;
  const refused = await site.app.inject({ url: '/api/posts', headers: { 'if-none-match': String(etag) } });
  expect([refused.statusCode, refused.headers.etag]).toEqual([401, undefined]);
  expect((await readIfChanged('/api/posts?cursor=wrong', etag)).status).toBe(400);
});

describe('a feed page has a new ETag', () => {
  const feed = '/api/posts?embed=';

  test('for a viewer who likes or unlikes one of its posts', async () => {
    const { headers } = await (author as TestMember).get(feed);
    expect((await readIfChanged(feed, headers.etag)).status).toBe(304); // neither of them has liked a post
    expect((await readAfter(feed, () => (viewer as TestMember).put(`/api/posts/like/${post}`))).body[0]).toMatchObject({
      viewer: { liked: true },
      likeCount: 1,
    });
    const likedEtag = (await (viewer as TestMember).get(feed)).headers.etag;
    expect((await readIfChanged(feed, likedEtag, author)).body[0]).toMatchObject({ viewer: { liked: false }, likeCount: 1 });
    expect((await readAfter(feed, () => (viewer as TestMember).put(`/api/posts/unlike/${post}`))).body[0].viewer.liked).toBe(false);
  });

  test('when one of its posts is commented on', async () => {
    const response = await readAfter(feed, () => (author as TestMember).post(`/api/posts/comment/${post}`, { text: 'Yes' }));
    expect(response.body[0].commentCount).toBe(1);
  });

  test('when a post is added or deleted', async () => {
    let added = '';
    const more = await readAfter(feed, async () => {
      added = await writePost(author as TestMember);
    });
    expect(more.body[0]._id).toBe(added);
    expect((await readAfter(feed, () => (author as TestMember).delete(`/api/posts/${added}`))).body[0]._id).toBe(post);
  });

  test('when its next page changes, even if its posts do not', async () => {
    const last = (await (viewer as TestMember).get(feed)).body.length;
    const whole = `/api/posts?embed=&limit=${last}`;
    const oldest = (await (viewer as TestMember).get(whole)).body.at(-1)._id;
    const shorter = `/api/posts?embed=&limit=${last - 1}`;
    expect((await (viewer as TestMember).get(shorter)).headers.link).toBeDefined();
    const response = await readAfter(shorter, () => (author as TestMember).delete(`/api/posts/${oldest}`));
    expect([response.status, response.headers.link]).toEqual([200, undefined]);
  });
});

test('a saved profile has a new ETag in every list and view', async () => {
  for (const url of ['/api/profile/me', `/api/profile/user/${viewer?._id}`, '/api/profile']) {
    const response = await readAfter(url, () => saveProfile(viewer as TestMember, { bio: `Seen at ${url}` }));
    expect(response.raw).toContain(`Seen at ${url}`);
  }
});
