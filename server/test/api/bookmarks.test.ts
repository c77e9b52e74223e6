import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, malformedIds, type TestMember, unknownId, writePost } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  [ada, grace] = [await createMember(site, 'Ada'), await createMember(site, 'Grace')];
});

const idsOf = (body: Array<{ _id: string }>) => body.map(({ _id }) => _id);
/** All ids of the list, page by page. */
async function listed(member: TestMember, query = '', limit = 20): Promise<string[]> {
  const ids: string[] = [];
  for (let url: string | undefined = `/api/bookmarks?limit=${limit}&${query}`; url; ) {
    const { status, body, headers, raw } = await member.get(url);
    expect(status, raw).toBe(200);
    ids.push(...idsOf(body));
    url = /<(.+)>/.exec(headers.link ?? '')?.[1];
  }
  return ids;
}
const bookmark = (member: TestMember, post: string, body?: object) => member.put(`/api/bookmarks/${post}`, body);
const foldersOf = async (member: TestMember) => (await member.get('/api/bookmarks/folders')).body;
const viewerOf = async (member: TestMember, post: string) => (await member.get(`/api/posts/${post}?embed=`)).body.viewer;

/** Inserts posts by a member with bookmarks of another, from the same moment. Returns the ids in order. */
async function insertBookmarks(reader: TestMember, author: TestMember, count: number): Promise<string[]> {
  const prefix = newId().slice(0, 15) + crypto.randomUUID().slice(15, 24); // ids of one millisecond may differ only in their last part
  await site.db.run`
    insert into posts (id, user_id, text, created_at)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < cast(${count} as integer))
    select ${prefix} || cast(100000000000 + number as text), ${author._id}, 'Inserted', 1 from numbers`;
  await site.db.run`
    insert into bookmarks (user_id, post_id, folder, created_at)
    select ${reader._id}, id, '', 1 from posts where id between ${prefix} and ${`${prefix}g`}`;
  return Array.from({ length: count }, (_, index) => `${prefix}${100_000_000_001 + index}`);
}

describe('a bookmark', () => {
  test('shows in the state of the viewer and in no list of another member', async () => {
    const post = await writePost(grace, 'A guide');
    expect(await viewerOf(ada, post)).toEqual({ liked: false, bookmarked: false });
    const repeated = await Promise.all(Array.from({ length: 5 }, () => bookmark(ada, post)));
    for (const answer of repeated) expect(answer).toMatchObject({ status: 200, body: { bookmarked: true } });
    expect((await bookmark(ada, post, { folder: ' Reading ' })).body).toEqual({ bookmarked: true, folder: 'Reading' });
    await ada.put(`/api/posts/like/${post}`);
    const viewer = { liked: true, bookmarked: true, folder: 'Reading' };
    expect(await viewerOf(ada, post)).toEqual(viewer);
    expect((await ada.get('/api/posts?limit=1')).body[0].viewer).toEqual(viewer);
    expect((await ada.get('/api/bookmarks')).body).toMatchObject([{ _id: post, name: 'Grace', viewer }]);
    expect(await viewerOf(grace, post)).toEqual({ liked: false, bookmarked: false });
    expect([await listed(grace), await foldersOf(grace)]).toEqual([[], []]);
    expect((await grace.delete(`/api/bookmarks/${post}`)).body).toEqual({ bookmarked: false });
    expect(await grace.delete('/api/bookmarks/folders/Reading')).toMatchObject(errorResponse(404, 'Folder not found'));
    expect(await listed(ada)).toEqual([post]);
    for (let count = 0; count < 2; count++) expect((await ada.delete(`/api/bookmarks/${post}`)).body).toEqual({ bookmarked: false });
    expect(await viewerOf(ada, post)).toEqual({ liked: true, bookmarked: false });
    expect(await listed(ada)).toEqual([]);
  });

  test('returns 401 to visitors and 404 for unknown posts', async () => {
    const url = `/api/bookmarks/${await writePost(grace)}`;
    const folder = '/api/bookmarks/folders/Reading';
    for (const request of [visitor.put(url), visitor.delete(url), visitor.get('/api/bookmarks'), visitor.get('/api/bookmarks/folders')])
      expect((await request).status).toBe(401);
    for (const request of [visitor.patch(folder, { name: 'A' }), visitor.delete(folder)]) expect((await request).status).toBe(401);
    for (const id of [unknownId, ...malformedIds])
      expect(await bookmark(ada, encodeURIComponent(id))).toMatchObject(errorResponse(404, 'Post not found'));
    expect(await ada.get('/api/bookmarks?cursor=x')).toMatchObject(errorResponse(400, 'Cursor is not valid', 'cursor'));
  });

  test('disappears with its post, with its account, and while a post is hidden', async () => {
    const reader = await createMember(site, 'Reader');
    const author = await createMember(site, 'Author');
    const [first, second, hidden] = [await writePost(author), await writePost(grace), await writePost(grace)];
    for (const post of [first, second, hidden]) await bookmark(reader, post, { folder: 'All' });
    await site.db.run`update posts set deleted_at = 1 where id = ${hidden}`;
    expect(await listed(reader)).toEqual([second, first]);
    expect(await bookmark(reader, hidden)).toMatchObject({ status: 404 });
    await author.delete('/api/profile');
    expect(await listed(reader)).toEqual([second]);
    expect(await foldersOf(reader)).toEqual([{ name: 'All', bookmarks: 1 }]);
    await grace.delete(`/api/posts/${second}`);
    expect([await listed(reader), await foldersOf(reader)]).toEqual([[], []]);
    await bookmark(reader, await writePost(grace));
    await reader.delete('/api/profile');
    await site.app.jobs.runDue();
    expect(await site.db.all`select post_id from bookmarks where user_id in (${reader._id}, ${author._id}) or post_id = ${first}`).toEqual(
      [],
    );
  });

  test('of many members does not make the deletion of a post one large statement', async () => {
    const [author, post] = [await createMember(site, 'Popular'), newId()];
    await site.db.run`insert into posts (id, user_id, text, created_at) values (${post}, ${author._id}, 'Popular', 1)`;
    for (const { _id } of await createMembers(site, 60))
      await site.db.run`insert into bookmarks (user_id, post_id, folder, created_at) values (${_id}, ${post}, '', 1)`;
    await author.delete(`/api/posts/${post}`);
    expect(await site.db.all`select id from posts where id = ${post} and deleted_at is not null`).toHaveLength(1);
    await site.app.jobs.runDue();
    expect(await site.db.all`select post_id from bookmarks where post_id = ${post}`).toEqual([]);
    expect(await site.db.all`select id from posts where id = ${post}`).toEqual([]);
  });

  test('of a post with a muted tag is hidden until the tag is no longer muted', async () => {
    const reader = await createMember(site, 'Mutes');
    const post = await writePost(grace, 'Noise #noise');
    await bookmark(reader, post, { folder: 'F' });
    await reader.put('/api/mutes/tags/noise');
    expect([await listed(reader), await foldersOf(reader)]).toEqual([[], []]);
    await reader.delete('/api/mutes/tags/noise');
    expect(await listed(reader)).toEqual([post]);
  });
});

describe('the list of bookmarks', () => {
  test('has the newest bookmark first on every page size and keeps the place of a bookmark that moves to a folder', async () => {
    const reader = await createMember(site, 'Pages');
    const older = await insertBookmarks(reader, grace, 4); // at the same time
    const [one, two, three] = [await writePost(grace), await writePost(grace), await writePost(grace)];
    for (const [index, post] of [two, three, one].entries()) {
      await bookmark(reader, post);
      // Several bookmarks may be of the same millisecond.
      await site.db.run`update bookmarks set created_at = created_at + ${index} where user_id = ${reader._id} and post_id = ${post}`;
    }
    await bookmark(reader, two, { folder: 'Later' });
    const all = await listed(reader);
    expect(all).toEqual([one, three, two, ...older.toReversed()]);
    for (const limit of [1, 2, 3]) expect(await listed(reader, '', limit)).toEqual(all);
    expect(await listed(reader, 'folder=Later', 1)).toEqual([two]);
    expect(await listed(reader, 'folder=later')).toEqual([]);
  });

  test('finds words in the title, the text and the name of the author', async () => {
    const reader = await createMember(site, 'Seeker');
    const author = await createMember(site, 'Zoë Quill');
    const titled = (await author.post('/api/posts', { title: 'On Borrowing', text: 'Moves and lifetimes in Rust' })).body._id;
    const plain = await writePost(grace, '100% of rust_fmt');
    const long = await writePost(grace, `${'x'.repeat(limits.bookmarkSearched)} needle`);
    const accented = await writePost(grace, `${'ö'.repeat(195)} ΟΔΌΣ, Straße, Łódź and ${'é'.repeat(limits.bookmarkSearched)}`);
    for (const post of [titled, plain, long, accented]) await bookmark(reader, post);
    await bookmark(reader, plain, { folder: 'Tools' });
    const find = (q: string, rest = '') => listed(reader, `q=${encodeURIComponent(q)}${rest}`, 1);
    expect(await find('RUST')).toEqual([plain, titled]);
    expect(await find('rust', '&folder=Tools')).toEqual([plain]);
    expect(await find('quill borrow LIFETIMES')).toEqual([titled]);
    for (const name of ['zoë', 'ZOE', 'zoe\u0308', 'ｚｏｅ']) expect(await find(name), name).toEqual([titled]);
    expect(await find('% t_f')).toEqual([plain]);
    expect(await find('rust python')).toEqual([]);
    expect(await find('needle')).toEqual([]);
    for (const words of ['οδος', 'STRASSE łodz', 'oo strasse', 'lódz éé']) expect(await find(words), words).toEqual([accented]);
    expect(await find('é'.repeat(limits.bookmarkText))).toEqual([accented]);
    expect((await reader.get(`/api/bookmarks?q=${'a'.repeat(101)}`)).status).toBe(400);
  });

  test('continues a search behind many bookmarks that do not match', async () => {
    const reader = await createMember(site, 'Many');
    const post = await writePost(grace, 'Rare');
    await site.db.run`insert into bookmarks (user_id, post_id, folder, created_at) values (${reader._id}, ${post}, '', 0)`;
    await insertBookmarks(reader, grace, 300); // more than a request searches
    const first = await reader.get('/api/bookmarks?q=rare');
    expect(first.body).toEqual([]);
    expect(first.headers.link).toContain('q=rare');
    expect(await listed(reader, 'q=rare')).toEqual([post]);
  });

  test('holds a limited number of bookmarks and folders', async () => {
    const reader = await createMember(site, 'Full');
    const stored = await insertBookmarks(reader, grace, limits.bookmarks - 1);
    for (const [index, post] of stored.slice(0, limits.bookmarkFolders).entries())
      await site.db.run`update bookmarks set folder = ${`F ${index}`} where user_id = ${reader._id} and post_id = ${post}`;
    const posts = [await writePost(grace), await writePost(grace)] as const;
    const foldersFull = errorResponse(400, 'You can have at most 50 folders. Delete or rename one first.', 'folder');
    expect(await bookmark(reader, posts[0], { folder: 'Another' })).toMatchObject(foldersFull);
    expect((await bookmark(reader, posts[0], { folder: 'F 1' })).status).toBe(200);
    expect(await bookmark(reader, posts[0], { folder: 'Another' })).toMatchObject(foldersFull);
    expect(await bookmark(reader, posts[1])).toMatchObject(errorResponse(400, 'You can have at most 5000 bookmarks. Remove some first.'));
    expect((await bookmark(reader, posts[0], { folder: 'F 2' })).status).toBe(200);
    expect((await bookmark(reader, posts[0], { folder: '𝒳'.repeat(limits.bookmarkFolder + 1) })).status).toBe(400);
  });
});

describe('a folder', () => {
  test('has any name, a count, and exists while it has bookmarks', async () => {
    const reader = await createMember(site, 'Folders');
    const posts = [await writePost(grace), await writePost(grace), await writePost(grace)] as const;
    for (const [index, folder] of ['b/ü?', 'a', 'b/ü?'].entries()) await bookmark(reader, posts[index] ?? '', { folder });
    expect(await foldersOf(reader)).toEqual([
      { name: 'a', bookmarks: 1 },
      { name: 'b/ü?', bookmarks: 2 },
    ]);
    const url = `/api/bookmarks/folders/${encodeURIComponent('b/ü?')}`;
    expect((await reader.patch(url, { name: 'C' })).body).toEqual([
      { name: 'a', bookmarks: 1 },
      { name: 'C', bookmarks: 2 },
    ]);
    expect(await reader.patch(url, { name: 'C' })).toMatchObject(errorResponse(404, 'Folder not found'));
    expect((await reader.patch('/api/bookmarks/folders/a', { name: 'C' })).body).toEqual([{ name: 'C', bookmarks: 3 }]);
    expect((await reader.delete('/api/bookmarks/folders/C')).body).toEqual([]);
    expect(await reader.delete('/api/bookmarks/folders/C')).toMatchObject({ status: 404 });
    expect(await listed(reader)).toHaveLength(3);
    await bookmark(reader, posts[0], { folder: 'D' });
    expect((await bookmark(reader, posts[0])).body).toEqual({ bookmarked: true, folder: 'D' });
    expect((await bookmark(reader, posts[0], { folder: '' })).body).toEqual({ bookmarked: true });
    expect(await foldersOf(reader)).toEqual([]);
  });
});
