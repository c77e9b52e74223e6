import { expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, unknownId, writePost } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);

const newMember = (name = 'Ada') => createMember(site, name, `${crypto.randomUUID()}@example.org`);
type Author = Awaited<ReturnType<typeof newMember>>;

const publish = async (author: Author, fields: object = {}): Promise<string> => {
  const { status, raw, body } = await author.post('/api/posts', { text: 'Hello', visibility: 'public', ...fields });
  expect(status, raw).toBe(200);
  return body._id;
};

const setVisibility = async (author: Author, id: string, visibility: string) => {
  const { status, raw } = await author.patch(`/api/posts/${id}`, { visibility, version: 1 });
  expect(status, raw).toBe(200);
};

const list = async (query: string): Promise<string[]> => {
  const { status, body, raw } = await visitor.get(`/api/posts/public?${query}`);
  expect(status, raw).toBe(200);
  return body.map(({ _id }: { _id: string }) => _id);
};

test('lists public posts by their first publication, without those of members', async () => {
  const ada = await newMember();
  const later = await writePost(ada);
  const first = await publish(ada);
  await writePost(ada, 'For members');
  await setVisibility(ada, later, 'public');
  expect(await list(`author=${ada._id}`)).toEqual([later, first]);
  await setVisibility(ada, first, 'members');
  expect(await list(`author=${ada._id}`)).toEqual([later]);
  await setVisibility(ada, first, 'public');
  expect(await list(`author=${ada._id}`)).toEqual([later, first]);
  expect((await list('limit=2')).slice(0, 2)).toEqual([later, first]);
});

test('sends the same posts to everyone, whatever their token, without likes, comments and the state of the viewer', async () => {
  const [ada, bob] = [await newMember(), await newMember('Bob')];
  const id = await publish(ada);
  await bob.put(`/api/posts/${id}/like`);
  for (const visibility of ['public', 'members']) await bob.post(`/api/posts/comment/${id}`, { text: 'A comment', visibility });
  const path = `/api/posts/public?author=${ada._id}`;
  const answers = await Promise.all([visitor, bob, clientOf(site, 'x'.repeat(43))].map((client) => client.get(path)));
  expect(new Set(answers.map(({ raw, headers }) => `${raw} ${headers.etag}`)).size).toBe(1);
  const { body, headers } = answers[0] as (typeof answers)[0];
  expect(headers['cache-control']).toBe('no-cache');
  const { viewer: _viewer, ...post } = (await visitor.get(`/api/posts/${id}`)).body;
  expect(body).toEqual([post]);
  expect(body[0]).toMatchObject({ likes: [], comments: [], likeCount: 1, commentCount: 1 });
  expect((await visitor.get(path, { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  await setVisibility(ada, id, 'members');
  expect(await visitor.get(path, { 'if-none-match': headers.etag ?? '' })).toMatchObject({ status: 200, body: [] });
});

test('pages through all posts of a member and of a tag', async () => {
  const ada = await newMember();
  const tag = 'paged';
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) ids.unshift(await publish(ada, { tags: [tag] }));
  await ada.post('/api/posts', { text: 'For members', tags: [tag] });
  for (const filter of [`author=${ada._id}`, `tag=${tag}`, `author=${ada._id}&tag=${tag}`]) {
    const found: string[] = [];
    let path: string | undefined = `/api/posts/public?${filter}&limit=2`;
    while (path) {
      const { body, headers } = await visitor.get(path);
      found.push(...body.map(({ _id }: { _id: string }) => _id));
      path = /<(.*)>/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(found, filter).toEqual(ids);
  }
});

test('finds posts by an alias of their tag', async () => {
  const ada = await newMember();
  const id = await publish(ada, { tags: ['aliased'] });
  await site.db.run`insert into tag_aliases (alias, tag) values ('other-name', 'aliased')`;
  expect(await list('tag=other-name')).toEqual([id]);
  expect(await list(`tag=other-name&author=${ada._id}`)).toEqual([id]);
  expect(await list(`tag=other-name&author=${unknownId}`)).toEqual([]);
});

test('the top feed has public posts with likes and comments of others, by score', async () => {
  const [ada, bob, eve] = [await newMember(), await newMember('Bob'), await newMember('Eve')];
  const [liked, discussed, ignored, closed] = [await publish(ada), await publish(ada), await publish(ada), await writePost(ada)];
  for (const member of [bob, eve]) {
    await member.put(`/api/posts/${closed}/like`);
    await member.post(`/api/posts/comment/${discussed}`, { text: 'Yes', visibility: 'public' });
  }
  await bob.put(`/api/posts/${liked}/like`);
  const opened = await writePost(ada);
  for (const member of [bob, eve]) await member.put(`/api/posts/${opened}/like`);
  await setVisibility(ada, opened, 'public');
  await runRecurring(site, 'posts.top');
  const own = [liked, discussed, ignored, closed, opened];
  const top = async () => (await list('feed=top&limit=100')).filter((id) => own.includes(id));
  expect(await top()).toEqual([discussed, opened, liked]);
  await setVisibility(ada, discussed, 'members');
  await ada.delete(`/api/posts/${opened}`);
  expect(await top()).toEqual([liked]);
  await ada.delete('/api/profile');
  expect(await top()).toEqual([]);
});

test('refuses other feeds, filters of the top feed and cursors of other lists', async () => {
  const ada = await newMember();
  await publish(ada);
  await publish(ada);
  const combination = errorResponse(
    400,
    'Use tag and author only with the latest feed, and period, where there is one, only with the top feed',
    'feed',
  );
  expect((await visitor.get('/api/posts/public?feed=following')).status).toBe(400);
  for (const query of ['tag=rust', `author=${ada._id}`])
    expect(await visitor.get(`/api/posts/public?feed=top&${query}`), query).toMatchObject(combination);
  const bob = await newMember('Bob');
  for (let index = 0; index < 2; index++) await bob.put(`/api/posts/${await publish(ada, { tags: ['cursors'] })}/like`);
  await runRecurring(site, 'posts.top');
  const cursorOf = async (url: string) => {
    const { link } = (await ada.get(url)).headers;
    return new URL(/<(.*)>/.exec(String(link))?.[1] ?? '', 'http://localhost').searchParams.get('cursor');
  };
  const lists = ['feed=latest', 'tag=cursors', `author=${ada._id}`];
  const invalid = errorResponse(400, 'Cursor is not valid', 'cursor');
  const [member, top, latest] = [
    await cursorOf('/api/posts?limit=1'),
    await cursorOf('/api/posts/public?feed=top&limit=1'),
    await cursorOf('/api/posts/public?limit=1'),
  ];
  for (const query of lists)
    for (const cursor of [member, top])
      expect(await visitor.get(`/api/posts/public?${query}&cursor=${cursor}`), query).toMatchObject(invalid);
  for (const cursor of [member, latest]) expect(await visitor.get(`/api/posts/public?feed=top&cursor=${cursor}`)).toMatchObject(invalid);
});

test('counts the tags of public posts only', async () => {
  const [ada, bob] = [await newMember(), await newMember('Bob')];
  const [open, secret] = ['counted', 'secret'];
  for (let index = 0; index < 2; index++) await publish(ada, { tags: [open] });
  const last = await publish(bob, { tags: [open] });
  await ada.post('/api/posts', { text: 'For members', tags: [open, secret] });
  const tags = async () => (await visitor.get('/api/posts/public/tags')).body;
  expect(await tags()).toContainEqual({ name: open, posts: 3 });
  expect(JSON.stringify(await tags())).not.toContain(secret);
  await setVisibility(bob, last, 'members');
  expect(await tags()).toContainEqual({ name: open, posts: 2 });
  await ada.delete('/api/profile');
  expect(JSON.stringify(await tags())).not.toContain(open);
});
