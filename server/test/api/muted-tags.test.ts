import { expect, test } from 'vitest';
import { addAlias } from '../../src/features/tags/tag-changes.ts';
import { createMembers, type TestMember, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

/*
 * A member who mutes a tag meets its posts in no list and no count. A feature that adds a list of posts adds a row to `addresses`; one that changes which tags a
 * post has, or a member mutes, adds a row to `ways`.
 */

const site = await openSite();

interface Post {
  author: TestMember;
  viewer: TestMember;
  id: string;
  /** A word in the text. */
  word: string;
  /** A tag of the post that the viewer mutes, and one that the viewer does not. */
  tag: string;
  other: string;
  folder: string;
}

/** Publishes a post that the viewer has bookmarked and that is in each feed of the viewer. */
async function publish(): Promise<Post> {
  const [author, viewer] = (await createMembers(site, 2)) as [TestMember, TestMember];
  const [word, tag, other, folder] = ['word', 'muted', 'other', 'folder'].map(
    (name) => `${name}${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`,
  ) as [string, string, string, string];
  const id = await writePost(author, `${word} #${tag} #${other}`);
  await viewer.put(`/api/follows/users/${author._id}`);
  await viewer.put(`/api/follows/tags/${other}`);
  await viewer.put(`/api/posts/like/${id}`);
  await viewer.put(`/api/bookmarks/${id}`, { folder });
  await author.put(`/api/pins/${id}`);
  await runRecurring(site, 'posts.top');
  return { author, viewer, id, word, tag, other, folder };
}

/** How the viewer comes to mute a tag of the post. */
const ways: Record<string, (post: Post) => Promise<unknown>> = {
  'mutes its tag': ({ viewer, tag }) => viewer.put(`/api/mutes/tags/${tag}`),
  'mutes an alias of its tag': async ({ viewer, tag }) => {
    await addAlias(site.db, `${tag}-alias`, tag);
    return viewer.put(`/api/mutes/tags/${tag}-alias`);
  },
  'muted its tag, which has become an alias': async ({ viewer, tag }) => {
    await viewer.put(`/api/mutes/tags/${tag}`);
    await addAlias(site.db, tag, `${tag}-new`);
  },
  'muted its tag, which a job has replaced': async ({ viewer, tag }) => {
    await viewer.put(`/api/mutes/tags/${tag}`);
    await addAlias(site.db, tag, `${tag}-new`);
    await runRecurring(site, 'tags.move');
  },
  'muted its tag, which has become an alias before an edit': async ({ author, viewer, id, word, tag, other }) => {
    await viewer.put(`/api/mutes/tags/${tag}`);
    await addAlias(site.db, tag, `${tag}-new`);
    return author.patch(`/api/posts/${id}`, { text: `${word} again #${tag} #${other}`, version: 1 });
  },
  'muted a tag that it gets later': async ({ author, viewer, id, tag }) => {
    await writePost(author, `#${tag}-later`);
    await viewer.put(`/api/mutes/tags/${tag}-later`);
    await viewer.get('/api/posts?feed=following'); // caches the page
    return author.patch(`/api/posts/${id}`, { tags: [`${tag}-later`], version: 1 });
  },
};

/** What shows the post, or counts it. */
const addresses = ({ author: { _id: user }, word, tag, other, folder }: Post): string[] => [
  '/api/posts?limit=100',
  '/api/posts?feed=following',
  '/api/posts?feed=top',
  '/api/posts?feed=top&period=day',
  '/api/posts?feed=unanswered&limit=100',
  `/api/posts?tag=${tag}`,
  `/api/posts?tag=${other}`,
  `/api/posts?author=${user}`,
  `/api/posts?author=${user}&tag=${other}`,
  `/api/pins?author=${user}`,
  '/api/bookmarks',
  `/api/bookmarks?q=${word}`,
  `/api/bookmarks?folder=${folder}`,
  '/api/bookmarks/folders',
  `/api/search?type=posts&q=${word}`,
  `/api/search?type=posts&q=tag:${tag}`,
  `/api/search?type=posts&q=tag:${other}`,
];

test.for(Object.entries(ways))('a post is in no list of a member who %s', async ([, mute]) => {
  const post = await publish();
  const { viewer, id, word, folder } = post;
  const isShown = (raw: string) => raw.includes(word) || raw.includes(folder);
  const before = new Map<string, string>();
  for (const url of addresses(post)) {
    const { raw, headers } = await viewer.get(url);
    expect(isShown(raw), `${url} before`).toBe(true);
    before.set(url, headers.etag ?? '');
  }
  await mute(post);
  for (const url of addresses(post)) {
    const { status, raw } = await viewer.get(url, { 'if-none-match': before.get(url) ?? '' });
    expect([status, isShown(raw)], url).toEqual([200, false]);
  }
  expect((await viewer.get(`/api/posts/${id}`)).status).toBe(200);
});

test('the mute shows in no response to another member', async () => {
  const post = await publish();
  const { viewer, author, tag } = post;
  const urls = [
    `/api/tags/${tag}`,
    `/api/tags?q=${tag}`,
    '/api/tags',
    `/api/follows/users/${viewer._id}`,
    '/api/follows',
    ...addresses(post),
  ];
  const read = async () => Promise.all(urls.map(async (url) => (await author.get(url)).raw));
  const before = await read();
  await viewer.put(`/api/mutes/tags/${tag}`);
  expect(await read()).toEqual(before);
});
