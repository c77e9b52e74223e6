import { describe, expect, test } from 'vitest';
import { readCommunityActivity } from '../../src/features/activity/community.ts';
import { firstDayOf } from '../../src/features/activity/member.ts';
import { lastMonths } from '../../src/features/activity/months.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, type TestMember, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const today = () => new Date().toISOString().slice(0, 10);
const month = () => today().slice(0, 7);

const post = async (member: TestMember, text: string, visibility = 'members'): Promise<string> =>
  (await member.post('/api/posts', { text, visibility })).body._id;
const daysOf = async (client: Pick<TestMember, 'get'>, { _id }: TestMember) => (await client.get(`/api/activity/users/${_id}`)).body.days;

describe('the activity of a member', () => {
  test('counts posts and comments by day: for members all, for visitors public ones', async () => {
    const [ada, bob] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const open = await post(ada, 'One', 'public');
    for (const visibility of ['members', 'public']) await ada.post(`/api/posts/comment/${open}`, { text: 'A comment', visibility });
    const id = await post(ada, 'Two');
    await ada.post(`/api/posts/comment/${id}`, { text: 'Three' });
    expect(await daysOf(bob, ada)).toEqual([{ day: today(), posts: 2, comments: 3 }]);
    expect(await daysOf(visitor, ada)).toEqual([{ day: today(), posts: 1, comments: 1 }]);
    expect(await daysOf(bob, bob)).toEqual([]);
  });

  test('counts comments on posts that the viewer may see', async () => {
    const [ada, bob] = (await createMembers(site, 2)) as [TestMember, TestMember];
    const id = await post(ada, 'One');
    await bob.post(`/api/posts/comment/${id}`, { text: 'Two' });
    await ada.delete(`/api/posts/${id}`);
    expect(await daysOf(ada, bob)).toEqual([]);
  });

  test('leaves out posts with a tag that the viewer mutes, and comments on them', async () => {
    const [ada, bob, cleo] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
    const id = await post(ada, 'One #silent');
    await bob.post(`/api/posts/comment/${id}`, { text: 'Two' });
    await cleo.put('/api/mutes/tags/silent');
    expect([await daysOf(cleo, ada), await daysOf(cleo, bob)]).toEqual([[], []]);
    expect((await cleo.get('/api/activity/tags/silent')).body.months.at(-1)).toEqual({ month: month(), posts: 0 });
    await ada.put('/api/mutes/tags/silent');
    expect(await daysOf(ada, ada)).toHaveLength(1);
  });

  test('is empty for a member who does not want it', async () => {
    const ada = await createMember(site, 'Hidden');
    await post(ada, 'One', 'public');
    await ada.patch('/api/account', { showDrawings: false });
    expect([await daysOf(ada, ada), await daysOf(visitor, ada)]).toEqual([[], []]);
  });

  test('returns 404 for an unknown or deleted member', async () => {
    const ada = await createMember(site, 'Gone');
    await ada.delete('/api/profile');
    for (const id of [unknownId, ada._id])
      expect(await visitor.get(`/api/activity/users/${id}`)).toMatchObject(errorResponse(404, 'User not found'));
  });

  test('begins on a Monday, 52 weeks before this one', () => {
    const dayOf = (date: string) => Date.parse(date) / 86_400_000;
    for (const date of ['2026-11-23', '2026-11-27', '2026-11-29']) expect(firstDayOf(dayOf(date))).toBe(dayOf('2025-11-24'));
    expect(firstDayOf(dayOf('2026-11-30'))).toBe(dayOf('2025-12-01'));
  });
});

describe('the activity of a tag', () => {
  test('counts posts by month, and the other tags of at least two of them', async () => {
    const ada = await createMember(site, 'Ada');
    for (const tags of ['#alpha #beta #gamma', '#alpha #beta', '#alpha #beta #gamma', '#alpha #delta', '#beta']) await post(ada, tags);
    const { months, related } = (await ada.get('/api/activity/tags/alpha')).body;
    expect(months).toHaveLength(24);
    expect(months.at(-1)).toEqual({ month: month(), posts: 4 });
    expect(related).toEqual([
      { name: 'beta', posts: 3 },
      { name: 'gamma', posts: 2 },
    ]);
    expect(await ada.get('/api/activity/tags/never')).toMatchObject(errorResponse(404, 'Tag not found'));
    expect((await visitor.get('/api/activity/tags/alpha')).status).toBe(401);
  });

  test('has the months of UTC', () => {
    expect(lastMonths(3, new Date('2026-01-31T23:59:59Z'))).toEqual(['2025-11', '2025-12', '2026-01']);
  });
});

test('the activity of the community counts what visitors may see, from ten members on', async () => {
  const own = await openSite();
  const members = (await createMembers(own, 9)) as [TestMember, TestMember];
  const [ada, bob] = members;
  const ids = [await post(ada, 'One', 'public'), await post(ada, 'Two', 'public'), await post(ada, 'Three')];
  for (const id of ids.slice(1)) await bob.post(`/api/posts/comment/${id}`, { text: 'An answer', visibility: 'public' });
  await ada.post(`/api/posts/comment/${ids[0]}`, { text: 'My own', visibility: 'public' });
  await bob.post(`/api/posts/comment/${ids[0]}`, { text: 'An answer for members' });
  const read = () => readCommunityActivity(own.db);
  expect(await read()).toEqual({ months: [] });
  await createMember(own, 'The tenth');
  const { months } = await read();
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toEqual({ month: month(), members: 10, posts: 2, answered: 1 });
  expect((await clientOf(own).get('/api/activity')).body).toEqual({ months });
  await ada.patch(`/api/posts/${ids[1]}`, { visibility: 'members', version: 1 });
  expect((await read()).months.at(-1)).toEqual({ month: month(), members: 10, posts: 1, answered: 0 });
  await bob.delete('/api/profile');
  expect(await read()).toEqual({ months: [] });
});
