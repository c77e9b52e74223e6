import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, type TestMember, writePost } from '../members.ts';
import { countPerIteration, recordedSite } from '../recording-db.ts';
import { openSite, runRecurring } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const day = 24 * 60 * 60 * 1000;

const idsOf = (body: Array<{ _id: string }>) => body.map(({ _id }) => _id);
async function listed(viewer: TestMember, query: string): Promise<string[]> {
  const { status, body, raw } = await viewer.get(`/api/posts?${query}`);
  expect(status, raw).toBe(200);
  return idsOf(body);
}
/** All ids of a list, page by page. */
async function paged(viewer: TestMember, query: string, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let url: string | undefined = `/api/posts?limit=${limit}&${query}`; url; ) {
    const { body, headers } = await viewer.get(url);
    ids.push(...idsOf(body));
    url = /<(.+)>/.exec(headers.link ?? '')?.[1];
  }
  return ids;
}
/** Inserts posts that are as old as given (milliseconds). */
async function insertPosts(author: TestMember, count: number, age = 0): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await site.db.transaction(async (tx) => {
    for (const id of ids)
      await tx.run`insert into posts (id, user_id, text, created_at) values (${id}, ${author._id}, 'Inserted', ${Date.now() - age})`;
  });
  return ids;
}

describe('the feed', () => {
  test('returns 400 for unknown and contradictory parameters', async () => {
    const ada = await createMember(site, 'Params');
    for (const query of ['feed=new', 'period=hour&feed=top', 'author=x', 'tag=1', 'feed=top&cursor=x'])
      expect((await ada.get(`/api/posts?${query}`)).status, query).toBe(400);
    const author = `author=${ada._id}`;
    for (const query of ['feed=top&tag=a', `feed=following&${author}`, 'feed=unanswered&tag=a', 'period=day', 'feed=latest&period=day'])
      expect(await ada.get(`/api/posts?${query}`), query).toMatchObject(
        errorResponse(400, 'Use tag and author only with the latest feed, and period, where there is one, only with the top feed', 'feed'),
      );
    await writePost(ada);
    await writePost(ada);
    const cursor = /cursor=([^>&]+)/.exec((await ada.get('/api/posts?limit=1')).headers.link ?? '')?.[1];
    expect(await ada.get(`/api/posts?feed=top&cursor=${cursor}`)).toMatchObject(errorResponse(400, 'Cursor is not valid', 'cursor'));
    for (const feed of ['latest', 'following', 'top', 'unanswered'])
      expect((await visitor.get(`/api/posts?feed=${feed}`)).status).toBe(401);
  });

  test('with an author, and with a tag too, contains their posts only', async () => {
    const [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const [one, two] = [await writePost(ada, 'One #pair'), await writePost(ada, 'Two')];
    await writePost(grace, 'Three #pair');
    expect(await listed(grace, `author=${ada._id}`)).toEqual([two, one]);
    expect(await listed(grace, `author=${ada._id}&tag=Pair&feed=latest`)).toEqual([one]);
    expect(await paged(grace, `author=${ada._id}`, 1)).toEqual([two, one]);
    expect(await listed(grace, 'tag=unused')).toEqual([]);
  });
});

// Runs first, because its job is followed by that of the search index, which would read the thousands of posts of the later tests.
describe('Top', () => {
  test('is ordered by likes and members who commented, less with age, as the job has computed it', async () => {
    const [author, ...others] = (await createMembers(site, 6)) as [TestMember, ...TestMember[]];
    const [old] = (await insertPosts(author, 1, 20 * day)) as [string];
    const [liked, discussed, monologue, plain] = [
      await writePost(author),
      await writePost(author),
      await writePost(author),
      await writePost(author),
    ];
    for (const member of others) await member.put(`/api/posts/like/${old}`);
    for (const member of others.slice(0, 3)) await member.put(`/api/posts/like/${liked}`);
    for (const member of others.slice(0, 2)) {
      await member.post(`/api/posts/comment/${discussed}`, { text: 'One' });
      await member.post(`/api/posts/comment/${discussed}`, { text: 'Two' });
    }
    await author.post(`/api/posts/comment/${monologue}`, { text: 'Me' });
    const of = async (period: string) => {
      const mine = [old, liked, discussed, monologue, plain];
      return (await paged(author, `feed=top${period}`, 20)).filter((id) => mine.includes(id));
    };
    expect(await of('')).toEqual([]);
    await runRecurring(site, 'posts.top');
    expect(await of('&period=day')).toEqual([discussed, liked]);
    expect(await of('')).toEqual([discussed, liked]);
    expect(await of('&period=month')).toEqual([discussed, liked, old]);
    expect(await of('&period=year')).toEqual([old, discussed, liked]);
    await author.delete(`/api/posts/${discussed}`);
    expect(await of('&period=day')).toEqual([liked]);
    await runRecurring(site, 'posts.top');
    expect(await of('&period=day')).toEqual([liked]);
  });

  test('is computed in steps between which other requests run', async () => {
    const [author] = (await createMembers(site, 1)) as [TestMember];
    await insertPosts(author, 300);
    const { counts, record } = countPerIteration('count(distinct c.user_id)');
    await runRecurring(await recordedSite(site, record), 'posts.top');
    expect([counts.length > 2, Math.max(...counts)]).toEqual([true, 1]);
  });
});

describe('Following', () => {
  let viewer: TestMember;
  let friend: TestMember;
  let stranger: TestMember;
  beforeAll(async () => {
    [viewer, friend, stranger] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
  });

  test('is an empty list for a member who follows nobody', async () => {
    expect(await viewer.get('/api/posts?feed=following')).toMatchObject({ status: 200, body: [] });
  });

  test('contains posts of followed members, with followed tags and own ones, and changes with each follow', async () => {
    const [theirs, tagged, own] = [await writePost(friend), await writePost(stranger, '#followed'), await writePost(viewer)];
    await writePost(stranger);
    const read = () => listed(viewer, 'feed=following');
    expect(await read()).toEqual([own]);
    await viewer.put(`/api/follows/users/${friend._id}`);
    expect(await read()).toEqual([own, theirs]);
    await viewer.put('/api/follows/tags/followed');
    expect(await read()).toEqual([own, tagged, theirs]);
    const newer = await writePost(friend);
    expect(await read()).toEqual([newer, own, tagged, theirs]);
    await friend.delete(`/api/posts/${newer}`);
    expect(await read()).toEqual([own, tagged, theirs]);
    await viewer.put('/api/mutes/tags/followed');
    expect(await read()).toEqual([own, theirs]);
    await viewer.delete('/api/mutes/tags/followed');
    await viewer.delete('/api/follows/tags/followed');
    await viewer.delete(`/api/follows/users/${friend._id}`);
    expect(await read()).toEqual([own]);
    expect(await listed(stranger, 'feed=following')).not.toContain(own);
  });

  test('shows the current likes and comments of cached pages', async () => {
    const own = await writePost(viewer);
    const read = async () => (await viewer.get('/api/posts?feed=following&limit=1')).body[0];
    expect(await read()).toMatchObject({ _id: own, likeCount: 0, viewer: { liked: false } });
    await viewer.put(`/api/posts/like/${own}`);
    expect(await read()).toMatchObject({ likeCount: 1, viewer: { liked: true } });
  });

  test('does not show a cached post that gets a muted tag', async () => {
    const [reader, author] = (await createMembers(site, 2)) as [TestMember, TestMember];
    await reader.put(`/api/follows/users/${author._id}`);
    await writePost(author, '#edited-in');
    await reader.put('/api/mutes/tags/edited-in');
    const [edited, other] = [await writePost(author), await writePost(author)];
    expect(await listed(reader, 'feed=following')).toEqual([other, edited]);
    expect((await author.patch(`/api/posts/${edited}`, { text: 'Now #edited-in', version: 1 })).status).toBe(200);
    expect(await listed(reader, 'feed=following')).toEqual([other]);
    const own = await writePost(reader, '#edited-in');
    for (const _ of ['read', 'cached']) expect(await listed(reader, 'feed=following')).toEqual([own, other]);
  });

  test('contains the own posts of a member who follows nobody, without reading those of others', async () => {
    const [reader, stranger] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const own = await insertPosts(reader, 3);
    await writePost(stranger);
    let walks = 0;
    const recorded = await recordedSite(site, ({ sql }) => {
      if (sql.join('').includes('followed_posts')) walks++;
    });
    const { body, headers } = await clientOf(recorded, reader.token).get('/api/posts?feed=following');
    expect([idsOf(body), headers.link, walks]).toEqual([own.toReversed(), undefined, 0]);
    expect(await paged(reader, 'feed=following', 1)).toEqual(own.toReversed());
  });

  describe('of posts that are far apart', () => {
    let rare: TestMember;
    let busy: TestMember;
    let expected: string[];
    beforeAll(async () => {
      [rare, busy] = (await createMembers(site, 2)) as [TestMember, TestMember];
      expected = await insertPosts(rare, 3);
      await insertPosts(busy, 6000);
      expected.push(...(await insertPosts(rare, 2)));
      expected.reverse();
    });

    test('has full pages for a member who follows few', async () => {
      const [reader, friend] = (await createMembers(site, 2)) as [TestMember, TestMember];
      const posts = [...(await insertPosts(friend, 60)), ...(await insertPosts(reader, 30))];
      await insertPosts(busy, 300);
      await site.db.transaction(async (tx) => {
        for (const id of posts.slice(10))
          await tx.run`insert into post_tags (tag, post_id, position, is_field) values ('heads', ${id}, 0, 0)`;
      });
      await writePost(busy, '#heads #silent');
      posts.push(await writePost(busy, '#heads'));
      posts.reverse();
      await reader.put(`/api/follows/users/${friend._id}`);
      await reader.put('/api/follows/tags/heads');
      await reader.put('/api/mutes/tags/silent');
      expect(await listed(reader, 'feed=following')).toEqual(posts.slice(0, 20));
      const whole = await reader.get('/api/posts?feed=following&limit=100');
      expect([idsOf(whole.body), whole.headers.link]).toEqual([posts, undefined]);
      for (const limit of [1, 7, 91]) expect(await paged(reader, 'feed=following', limit)).toEqual(posts);
    });

    test('has shorter pages that continue until the end for a member who follows many', async () => {
      const [reader, ...others] = (await createMembers(site, 201)) as [TestMember, ...TestMember[]];
      await reader.put(`/api/follows/users/${rare._id}`);
      await site.db.transaction(async (tx) => {
        for (const { _id } of others)
          await tx.run`insert into user_follows (id, follower_id, followee_id, created_at) values (${newId()}, ${reader._id}, ${_id}, 1)`;
        await tx.run`update follow_states set following = 201 where user_id = ${reader._id}`;
      });
      const first = await reader.get('/api/posts?feed=following&limit=100');
      expect([first.body.length < 5, first.headers.link !== undefined]).toEqual([true, true]);
      for (const limit of [1, 2, 100]) expect(await paged(reader, 'feed=following', limit)).toEqual(expected);
    });
  });
});

describe('a list of which most posts are hidden', () => {
  test('has shorter pages that continue until the end', async () => {
    const [viewer, author] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const shown = await writePost(author, 'Shown');
    const muted = await insertPosts(author, 1500);
    const newest = await writePost(author, '#crowd');
    await site.db.transaction(async (tx) => {
      for (const id of muted) await tx.run`insert into post_tags (tag, post_id, position, is_field) values ('crowd', ${id}, 0, 0)`;
    });
    await viewer.put('/api/mutes/tags/crowd');
    const first = await viewer.get('/api/posts?limit=20');
    expect(first).toMatchObject({ status: 200, body: [] });
    const ids = await paged(viewer, `author=${author._id}`, 20);
    expect([ids, ids.includes(newest)]).toEqual([[shown], false]);
  });
});

describe('Unanswered', () => {
  test('contains open posts without comments by others', async () => {
    const [ada, grace] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const [none, own, answered, closed] = [await writePost(ada), await writePost(ada), await writePost(ada), await writePost(ada)];
    await ada.post(`/api/posts/comment/${own}`, { text: 'I add' });
    const [comment] = (await grace.post(`/api/posts/comment/${answered}`, { text: 'Try this' })).body;
    await ada.patch(`/api/posts/${closed}`, { commentsClosed: true, version: 1 });
    expect((await listed(ada, 'feed=unanswered&limit=4')).slice(0, 2)).toEqual([own, none]);
    await grace.delete(`/api/posts/comment/${answered}/${comment._id}`);
    expect((await listed(ada, 'feed=unanswered&limit=4')).slice(0, 3)).toEqual([answered, own, none]);
  });
});
