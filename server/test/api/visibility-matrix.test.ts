import { describe, expect, test } from 'vitest';
import { clientOf, send } from '../client.ts';
import { formOf, image } from '../images.ts';
import { createMembers, saveProfile, type TestMember } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/*
 * Every list, count, feed and picture with every reason to be invisible (features/visibility/policy.ts). A feature that shows posts, comments or people adds a row to
 * `surfaces`; a new reason adds one to `reasons`. Muted tags have a test of their own (muted-tags.test.ts).
 */

const site = await openSite();
const visitor = clientOf(site);

interface Scene {
  author: TestMember;
  commenter: TestMember;
  viewer: TestMember;
  post: string;
  comment: string;
  picture: string;
  /** Words that occur in the post and in the comment, and a tag of the post that is also a skill of its author. */
  word: string;
  said: string;
  tag: string;
}

/** Publishes a post that has a comment with a reply, an image, likes and bookmarks, and that is in each list of the viewer. */
async function open(): Promise<Scene> {
  const [author, commenter, viewer] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
  const [word, said, tag] = ['word', 'said', 'tag'].map((name) => `${name}${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`) as [
    string,
    string,
    string,
  ];
  for (const member of [author, commenter]) await saveProfile(member, { skills: tag });
  const { payload, headers } = await formOf({ file: await image() });
  const uploaded = await send(site.app, {
    method: 'POST',
    url: '/api/media',
    payload,
    headers: { ...headers, 'x-auth-token': author.token },
  });
  const picture = uploaded.body.url;
  const post = (await author.post('/api/posts', { text: `${word} ![](${picture}) #${tag}`, visibility: 'public' })).body._id;
  const comment = (await commenter.post(`/api/posts/comment/${post}`, { text: said, visibility: 'public' })).body[0]._id;
  const reply = (await author.post(`/api/posts/comment/${post}`, { text: 'An answer', parent: comment, visibility: 'public' })).body[0]._id;
  await commenter.put(`/api/posts/like/${post}`);
  await commenter.put(`/api/comments/${reply}/like`);
  for (const member of [author, commenter]) await viewer.put(`/api/follows/users/${member._id}`);
  await viewer.put(`/api/follows/tags/${tag}`);
  await viewer.put(`/api/bookmarks/${post}`, { folder: word });
  await author.put(`/api/pins/${post}`);
  await runRecurring(site, 'posts.top');
  return { author, commenter, viewer, post, comment, picture, word, said, tag };
}

type Shows = 'post' | 'image' | 'author' | 'comment' | 'commenter' | 'like';

interface Surface {
  url: (scene: Scene) => string;
  by: 'viewer' | 'visitor';
  /** What it shows while nothing is hidden. */
  shows: Shows[];
}

const list = (url: Surface['url'], ...shows: Shows[]): Surface => ({ url, by: 'viewer', shows });
const forAll = (url: Surface['url'], ...shows: Shows[]): Surface => ({ url, by: 'visitor', shows });

const surfaces: Surface[] = [
  list(() => '/api/posts?limit=100', 'post', 'author'),
  list(() => '/api/posts?limit=100&embed=likes,comments', 'post', 'author', 'comment', 'commenter', 'like'),
  list(() => '/api/posts?feed=following&embed=comments', 'post', 'author', 'comment', 'commenter'),
  list(() => '/api/posts?feed=top', 'post', 'author'),
  list(({ tag }) => `/api/posts?tag=${tag}`, 'post', 'author'),
  list(({ author }) => `/api/posts?author=${author._id}`, 'post', 'author'),
  list(({ author }) => `/api/pins?author=${author._id}`, 'post', 'author'),
  list(() => '/api/bookmarks', 'post', 'author'),
  list(() => '/api/bookmarks/folders', 'post'),
  list(({ word }) => `/api/search?type=posts&q=${word}`, 'post', 'author'),
  list(({ tag }) => `/api/search?type=posts&q=tag:${tag}`, 'post', 'author'),
  list(({ said }) => `/api/search?type=comments&q=${said}`, 'comment', 'commenter'),
  list(({ tag }) => `/api/search?type=people&q=skill:${tag}`, 'author', 'commenter'),
  list(({ post }) => `/api/posts/${post}`, 'post', 'author', 'comment', 'commenter', 'like'),
  list(({ post }) => `/api/posts/${post}/comments`, 'comment', 'commenter'),
  list(({ post }) => `/api/posts/${post}/threads`, 'comment', 'commenter'),
  list(({ post }) => `/api/posts/${post}/likes`, 'like', 'commenter'),
  list(({ comment }) => `/api/comments/${comment}/replies`, 'author'),
  list(({ viewer }) => `/api/follows/users/${viewer._id}/following`, 'author', 'commenter'),
  list(({ tag }) => `/api/profile?skill=${tag}`, 'author', 'commenter'),
  list(({ author }) => `/api/profile/user/${author._id}`, 'author'),
  list(({ author }) => `/api/follows/users/${author._id}/followers`),
  list(({ tag }) => `/api/tags/${tag}`, 'author'),
  list(({ author }) => `/api/activity/users/${author._id}`, 'post'),
  list(({ commenter }) => `/api/activity/users/${commenter._id}`, 'comment'),
  list(({ tag }) => `/api/activity/tags/${tag}`, 'post'),
  forAll(({ author }) => `/api/activity/users/${author._id}`, 'post'),
  forAll(({ commenter }) => `/api/activity/users/${commenter._id}`, 'comment'),
  forAll(({ post }) => `/api/posts/${post}`, 'post', 'author'),
  forAll(({ post }) => `/api/posts/${post}/comments`, 'comment', 'commenter'),
  forAll(({ post }) => `/api/posts/${post}/threads`, 'comment', 'commenter'),
  forAll(({ post }) => `/api/posts/${post}/threads?order=oldest`, 'comment', 'commenter'),
  forAll(({ comment }) => `/api/comments/${comment}/replies`, 'author'),
  forAll(() => '/api/posts/public?limit=100', 'post', 'author'),
  forAll(() => '/api/posts/public?feed=top', 'post', 'author'),
  forAll(({ tag }) => `/api/posts/public?tag=${tag}`, 'post', 'author'),
  forAll(({ author }) => `/api/posts/public?author=${author._id}`, 'post', 'author'),
  forAll(({ author, tag }) => `/api/posts/public?author=${author._id}&tag=${tag}`, 'post', 'author'),
  forAll(() => '/feed.xml', 'post'),
  forAll(() => '/feed.atom', 'post', 'author'),
  forAll(() => '/feed.json', 'post', 'author'),
  forAll(({ author }) => `/dev/profile/${author._id}/feed.xml`, 'post', 'author'),
  forAll(({ tag }) => `/dev/tags/${tag}/feed.xml`, 'post'),
  forAll(() => '/sitemap.xml', 'post'),
  forAll(({ post }) => `/dev/posts/${post}/og.png`, 'post'),
  forAll(({ picture }) => picture, 'image'),
  forAll(({ author }) => `/api/avatars/${author._id}`, 'author'),
  forAll(({ author }) => `/dev/profile/${author._id}/og.png`, 'author'),
  forAll(({ author }) => `/api/profile/user/${author._id}`, 'author'),
  forAll(({ author }) => `/api/profile/user/${author._id}/resume`, 'author'),
];

/** Returns what counts reveal: the author has a comment, too, which stays. */
const countedBy = (raw: string, isOfCommenter: boolean): Set<Shows> =>
  new Set(/"posts":[1-9]/.test(raw) ? ['post'] : isOfCommenter && /"comments":[1-9]/.test(raw) ? ['comment'] : []);

/** Returns what a response shows: a picture with 200, and a list by the ids and words in it. */
function shownBy({ status, raw }: { status: number; raw: string }, url: string, scene: Scene): Set<Shows> {
  const { author, commenter, post, picture, word, said } = scene;
  if (status !== 200) return new Set();
  if (url.startsWith('/api/activity')) return countedBy(raw, url.endsWith(scene.commenter._id));
  const found: Array<[Shows, boolean]> = [
    ['post', raw.includes(word) || raw.includes(post) || url === `/dev/posts/${post}/og.png`],
    ['image', url === picture],
    ['author', raw.includes(author._id) || (url.includes(author._id) && /avatars|png/.test(url))],
    ['comment', raw.includes(said)],
    ['commenter', raw.includes(commenter._id)],
    ['like', raw.includes(`"user":"${commenter._id}"}`)],
  ];
  return new Set(found.flatMap(([part, isShown]) => (isShown ? [part] : [])));
}

const read = ({ url, by }: Surface, scene: Scene) => (by === 'viewer' ? scene.viewer : visitor).get(url(scene));

/** The reasons to be invisible: how each comes about, what it hides, and from whom. */
const reasons: Record<string, { hide: (scene: Scene) => Promise<unknown>; hidden: Shows[]; from: Array<Surface['by']> }> = {
  'the author deletes the post': {
    hide: ({ author, post }) => author.delete(`/api/posts/${post}`),
    hidden: ['post', 'image', 'comment', 'like'],
    from: ['viewer', 'visitor'],
  },
  'the author deletes the account': {
    hide: ({ author }) => author.delete('/api/profile'),
    hidden: ['post', 'image', 'author', 'comment', 'like'],
    from: ['viewer', 'visitor'],
  },
  'the commenter deletes the account': {
    hide: ({ commenter }) => commenter.delete('/api/profile'),
    hidden: ['comment', 'commenter', 'like'],
    from: ['viewer', 'visitor'],
  },
  'the author hides the post from visitors': {
    hide: ({ author, post }) => author.patch(`/api/posts/${post}`, { visibility: 'members', version: 1 }),
    hidden: ['post', 'comment'],
    from: ['visitor'],
  },
  'the author keeps the comments for members': {
    hide: ({ author, post }) => author.patch(`/api/posts/${post}`, { commentsVisibility: 'members', version: 1 }),
    hidden: ['comment', 'like'],
    from: ['visitor'],
  },
  'the commenter keeps the comment for members': {
    hide: ({ commenter, post, comment, said }) =>
      commenter.patch(`/api/posts/comment/${post}/${comment}`, { text: said, visibility: 'members', version: 1 }),
    hidden: ['comment', 'like'],
    from: ['visitor'],
  },
};

test('the scene shows on every surface', async () => {
  const scene = await open();
  for (const surface of surfaces) {
    const url = surface.url(scene);
    const response = await read(surface, scene);
    expect.soft(response.status, url).toBe(200);
    expect.soft([...shownBy(response, url, scene)], url).toEqual(expect.arrayContaining(surface.shows));
  }
});

describe.for(Object.entries(reasons))('after %s', ([, { hide, hidden, from }]) => {
  test('no surface shows what is hidden, before and after the rows are deleted', async () => {
    const scene = await open();
    const tags = new Map<Surface, string>();
    for (const surface of surfaces) tags.set(surface, (await read(surface, scene)).headers.etag ?? '');
    await hide(scene);
    for (const moment of ['hidden', 'deleted']) {
      for (const surface of surfaces.filter(({ by }) => from.includes(by))) {
        const url = surface.url(scene);
        const client = surface.by === 'viewer' ? scene.viewer : visitor;
        const response = await client.get(url, { 'if-none-match': tags.get(surface) ?? '' });
        const shown = shownBy(response, url, scene);
        if (surface.shows.some((part) => hidden.includes(part))) expect.soft(response.status, `${url} ${moment}`).not.toBe(304);
        expect
          .soft(
            hidden.filter((part) => shown.has(part)),
            `${url} ${moment}`,
          )
          .toEqual([]);
      }
      await site.app.jobs.runDue();
    }
  });
});
