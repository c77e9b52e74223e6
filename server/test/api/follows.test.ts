import { limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeEntries } from '../../src/features/directory/entries.ts';
import { deleteRowsOfMember } from '../../src/features/follows/follows.ts';
import { newId } from '../../src/platform/id.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, createMembers, malformedIds, saveProfile, type TestMember, unknownId, writePost } from '../members.ts';
import { recordedSite } from '../recording-db.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
let ada: TestMember;
let grace: TestMember;
let kay: TestMember;
beforeAll(async () => {
  [ada, grace, kay] = [await createMember(site, 'Ada'), await createMember(site, 'Grace'), await createMember(site, 'Kay')];
});
const stateOf = async (viewer: TestMember, of: TestMember) => (await viewer.get(`/api/follows/users/${of._id}`)).body;
const names = (body: Array<{ user: { name: string } }>) => body.map(({ user }) => user.name);

describe('following a member', () => {
  test('is idempotent, also with concurrent requests, and counts both sides', async () => {
    const url = `/api/follows/users/${grace._id}`;
    const all = await Promise.all(Array.from({ length: 10 }, () => ada.put(url)));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(await stateOf(ada, grace)).toEqual({
      ...{ followers: 1, following: 0, followersHidden: false, followingHidden: false },
      viewer: { following: true, followed: false },
    });
    expect(await stateOf(grace, ada)).toMatchObject({ followers: 0, following: 1, viewer: { following: false, followed: true } });
    expect((await grace.put(`/api/follows/users/${ada._id}`)).body.viewer).toEqual({ following: true, followed: true });
    await Promise.all(Array.from({ length: 10 }, () => ada.delete(url)));
    expect(await stateOf(ada, grace)).toMatchObject({ followers: 0, following: 1, viewer: { following: false, followed: true } });
    expect((await grace.delete(`/api/follows/users/${ada._id}`)).status).toBe(200);
  });

  test('two members at once do not deadlock', async () => {
    const rounds = Array.from({ length: 5 }, () => [
      ada.put(`/api/follows/users/${grace._id}`),
      grace.put(`/api/follows/users/${ada._id}`),
    ]).flat();
    expect((await Promise.all(rounds)).map(({ status }) => status)).toEqual(rounds.map(() => 200));
    await ada.delete(`/api/follows/users/${grace._id}`);
    await grace.delete(`/api/follows/users/${ada._id}`);
  });

  test('returns 400 for oneself, 404 for nobody and 401 to visitors', async () => {
    expect(await ada.put(`/api/follows/users/${ada._id}`)).toMatchObject(errorResponse(400, 'You cannot follow yourself'));
    for (const id of [unknownId, ...malformedIds])
      expect(await ada.put(`/api/follows/users/${encodeURIComponent(id)}`)).toMatchObject({ status: 404 });
    const url = `/api/follows/users/${grace._id}`;
    for (const request of [visitor.put(url), visitor.delete(url), visitor.get(url), visitor.get(`${url}/followers`)])
      expect((await request).status).toBe(401);
    for (const request of [
      visitor.get(`${url}/following`),
      visitor.get('/api/follows/suggestions'),
      visitor.patch('/api/follows/settings', {}),
    ])
      expect((await request).status).toBe(401);
    expect(await stateOf(grace, grace)).toMatchObject({ followers: 0 });
  });

  test('returns 400 at the limit, which members and tags share, and 200 again for those followed already', async () => {
    const [busy] = (await createMembers(site, 1)) as [TestMember];
    await ada.post('/api/posts', { text: '#limit' });
    await busy.put('/api/follows/tags/limit');
    await busy.put(`/api/follows/users/${grace._id}`);
    await site.db.run`update follow_states set following = ${limits.follows - 1} where user_id = ${busy._id}`;
    await ada.post('/api/posts', { text: '#over' });
    for (const url of [`/api/follows/users/${ada._id}`, '/api/follows/tags/over'])
      expect(await busy.put(url)).toMatchObject({ status: 400, body: { msg: expect.stringContaining('at most 5000') } });
    for (const url of [`/api/follows/users/${grace._id}`, '/api/follows/tags/limit'])
      expect(await busy.put(url)).toMatchObject({ status: 200 });
    expect(await stateOf(busy, ada)).toMatchObject({ followers: 0, viewer: { following: false } });
    expect((await busy.get('/api/tags/over')).body).toMatchObject({ followers: 0, viewer: { following: false } });
    await busy.delete('/api/follows/tags/limit');
    expect((await busy.put(`/api/follows/users/${ada._id}`)).status).toBe(200);
    await busy.delete(`/api/follows/users/${ada._id}`);
  });
});

describe('the lists of followers and followed members', () => {
  test('contain cards, newest first, page by page', async () => {
    await saveProfile(grace, { bio: 'Not on a card' });
    const [star, ...fans] = (await createMembers(site, 6)) as [TestMember, ...TestMember[]];
    for (const fan of [...fans, grace]) await fan.put(`/api/follows/users/${star._id}`);
    const list = `/api/follows/users/${star._id}/followers`;
    const first = await kay.get(`${list}?limit=4`);
    expect(first.body[0]).toMatchObject({ user: { _id: grace._id, name: 'Grace' }, profile: { status: 'Developer' } });
    expect(first.raw).not.toContain('Not on a card');
    expect(first.body[1].profile).toBeUndefined();
    expect(first.body[1].user.handle).toBe((await fans.at(-1)?.get('/api/auth'))?.body.handle);
    await kay.put(`/api/follows/users/${grace._id}`);
    const followed = (await kay.get(`${list}?limit=2`)).body;
    expect(followed.map(({ viewer }: { viewer: object }) => viewer)).toEqual([{ following: true }, { following: false }]);
    await kay.delete(`/api/follows/users/${grace._id}`);
    const next = await kay.get(/<(.+)>/.exec(first.headers.link ?? '')?.[1] ?? '');
    expect(next.headers.link).toBeUndefined();
    expect(names([...first.body, ...next.body])).toEqual(names([{ user: grace }, ...fans.toReversed().map((user) => ({ user }))]));
    expect(names((await kay.get(`/api/follows/users/${grace._id}/following`)).body)).toEqual([star.name]);
    expect(await kay.get(`${list}?cursor=x`)).toMatchObject(errorResponse(400, 'Cursor is not valid', 'cursor'));
  });

  test('read cards from the cache, and show changes of them', async () => {
    const [star, fan, other] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
    await saveProfile(fan, { status: 'Gardener' });
    for (const member of [fan, other]) await member.put(`/api/follows/users/${star._id}`);
    let reads = 0;
    const recorded = await recordedSite(site, ({ sql }) => {
      if (sql.join('').includes('p.headline')) reads++;
    });
    const list = () => clientOf(recorded, star.token).get(`/api/follows/users/${star._id}/followers`);
    const [first, second] = [await list(), await list()];
    expect([first.body[1].profile.status, second.raw === first.raw, reads]).toEqual(['Gardener', true, 1]);
    expect(second.headers.etag).toBe(first.headers.etag);
    await saveProfile(fan, { status: 'Farmer' });
    const changed = await list();
    expect([changed.body[1].profile.status, changed.headers.etag === first.headers.etag]).toEqual(['Farmer', false]);
    expect(changed.body.map((person: object) => 'profile' in person)).toEqual([false, true]);
  });

  test('end before 1 MB and continue with the next member', async () => {
    const [star, ...fans] = (await createMembers(site, 60)) as [TestMember, ...TestMember[]];
    for (const fan of fans) {
      await saveProfile(fan);
      await fan.put(`/api/follows/users/${star._id}`);
    }
    await site.db
      .run`update profiles set headline = ${'x'.repeat(30_000)}, cache_version = cache_version + 1 where user_id = any(${fans.map(({ _id }) => _id)})`;
    const read: string[] = [];
    for (let url: string | undefined = `/api/follows/users/${star._id}/followers?limit=100`; url; ) {
      const page = await kay.get(url);
      expect(Buffer.byteLength(page.raw)).toBeLessThanOrEqual(limits.listBytes);
      read.push(...names(page.body));
      url = /<(.+)>/.exec(page.headers.link ?? '')?.[1];
    }
    expect(read).toEqual(fans.map(({ name }) => name).reverse());
  });

  test('date the followers for the followed member alone', async () => {
    const [star, fan, other] = (await createMembers(site, 3)) as [TestMember, TestMember, TestMember];
    const before = Date.now();
    await fan.put(`/api/follows/users/${star._id}`);
    const list = `/api/follows/users/${star._id}/followers`;
    const [own] = (await star.get(list)).body;
    expect(Date.parse(own.followedAt)).toBeGreaterThanOrEqual(before);
    for (const member of [fan, other]) expect((await member.get(list)).body).toMatchObject([{ user: { _id: fan._id } }]);
    for (const member of [fan, other]) expect((await member.get(list)).raw).not.toContain('followedAt');
    expect((await fan.get(`/api/follows/users/${fan._id}/following`)).raw).not.toContain('followedAt');
  });

  test('can be hidden by the member, who still sees them', async () => {
    const [shy, fan] = (await createMembers(site, 2)) as [TestMember, TestMember];
    await fan.put(`/api/follows/users/${shy._id}`);
    await shy.put(`/api/follows/users/${fan._id}`);
    const list = (name: string) => `/api/follows/users/${shy._id}/${name}`;
    expect((await shy.patch('/api/follows/settings', { followersHidden: true })).body).toMatchObject({
      followersHidden: true,
      followingHidden: false,
      followers: 1,
    });
    expect(await fan.get(list('followers'))).toMatchObject(errorResponse(403, 'This member has hidden the list'));
    expect((await fan.get(list('following'))).body).toHaveLength(1);
    expect((await shy.get(list('followers'))).body).toHaveLength(1);
    expect((await shy.patch('/api/follows/settings', { followersHidden: false, followingHidden: true })).status).toBe(200);
    expect((await fan.get(list('followers'))).body).toHaveLength(1);
    expect((await fan.get(list('following'))).status).toBe(403);
    expect((await fan.get(`/api/follows/users/${fan._id}/followers`)).status).toBe(200);
  });

  test('lose a deleted account', async () => {
    const [gone, stays] = (await createMembers(site, 2)) as [TestMember, TestMember];
    await ada.post('/api/posts', { text: '#departing' });
    await gone.put(`/api/follows/users/${stays._id}`);
    await stays.put(`/api/follows/users/${gone._id}`);
    await gone.put('/api/follows/tags/departing');
    await gone.put('/api/mutes/tags/departing');
    expect((await gone.delete('/api/profile')).status).toBe(200);
    for (const name of ['followers', 'following']) expect((await kay.get(`/api/follows/users/${stays._id}/${name}`)).body).toEqual([]);
    expect((await stays.get('/api/users/me/data')).body.follows).toEqual([]);
    expect(await stays.get(`/api/follows/users/${gone._id}`)).toMatchObject(errorResponse(404, 'User not found'));
    await site.app.jobs.runDue();
    expect(await stateOf(kay, stays)).toMatchObject({ followers: 0, following: 0 });
    expect((await kay.get('/api/tags/departing')).body.followers).toBe(0);
    expect(await site.db.all`select tag from tag_mutes where user_id = ${gone._id}`).toEqual([]);
  });
});

describe('suggestions', () => {
  test('are members with shared skills or the same location, with the reason', async () => {
    const [viewer, four, two, near, none, followed, gone] = (await createMembers(site, 7)) as TestMember[] as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ];
    expect((await viewer.get('/api/follows/suggestions')).body).toEqual([]);
    await saveProfile(viewer, { skills: 'Rust, Go, SQL, Zig', location: 'Bern' });
    await saveProfile(four, { skills: 'zig, SQL, go, rust, COBOL' });
    await saveProfile(two, { skills: 'Go, Rust', location: ' bern' });
    await saveProfile(near, { skills: 'COBOL', location: 'Bern' });
    await saveProfile(none, { skills: 'COBOL', location: 'Basel' });
    await saveProfile(followed, { skills: 'Rust, Go, SQL, Zig' });
    await saveProfile(gone, { skills: 'Rust, Go, SQL, Zig' });
    await viewer.put(`/api/follows/users/${followed._id}`);
    await gone.delete('/api/profile');
    const { status, body } = await viewer.get('/api/follows/suggestions');
    expect({ status, reasons: body.map(({ user, reason }: never) => [(user as { _id: string })._id, reason]) }).toEqual({
      status: 200,
      reasons: [
        [four._id, '4 shared skills: Zig, SQL, Go, …'],
        [two._id, '2 shared skills: Go, Rust · Also in bern'],
        [near._id, 'Also in Bern'],
      ],
    });
    expect(body[1]).toMatchObject({ skills: ['Go', 'Rust'], location: 'bern', profile: { skills: ['Go', 'Rust'] } });
  });

  test('come from all profiles, match other names of a skill and the parts of a place, and leave out followed members', async () => {
    const [viewer, oldest, near, ...crowd] = (await createMembers(site, 1103)) as [TestMember, TestMember, TestMember, ...TestMember[]];
    await saveProfile(oldest, { skills: 'k8s, postgres, Erlang' });
    await saveProfile(near, { skills: 'COBOL', location: 'Thun, Switzerland' });
    const profiles = crowd.map(({ _id }) => ({ _id, profile: newId() }));
    await site.db.transaction(async (tx) => {
      for (const { _id, profile } of profiles)
        await tx.run`
          insert into profiles (id, user_id, status, skills, created_at) values (${profile}, ${_id}, 'Developer', '["Fortran"]', 1)`;
      await writeEntries(
        tx,
        profiles.map(({ profile }) => profile),
      );
    });
    await saveProfile(viewer, { skills: 'Kubernetes, PostgreSQL', location: 'thun' });
    const suggested = async () => (await viewer.get('/api/follows/suggestions')).body;
    expect((await suggested()).map(({ user, reason }: never) => [(user as { _id: string })._id, reason])).toEqual([
      [oldest._id, '2 shared skills: Kubernetes, PostgreSQL'],
      [near._id, 'Also in Thun, Switzerland'],
    ]);
    await viewer.put(`/api/follows/users/${oldest._id}`);
    expect((await suggested()).map(({ user }: never) => (user as { _id: string })._id)).toEqual([near._id]);
    await near.delete('/api/profile');
    expect(await suggested()).toEqual([]);
  });
});

test('the follows of a large account are deleted in batches', async () => {
  const [star, ...fans] = (await createMembers(site, 251)) as [TestMember, ...TestMember[]];
  await site.db.transaction(async (tx) => {
    for (const { _id } of fans) {
      await tx.run`insert into user_follows (id, follower_id, followee_id, created_at) values (${newId()}, ${_id}, ${star._id}, 1)`;
      await tx.run`insert into follow_states (user_id, following) values (${_id}, 1)`;
    }
  });
  await star.delete('/api/profile');
  await site.app.jobs.runDue();
  expect(await site.db.get`select count(*) as follows from user_follows where followee_id = ${star._id}`).toEqual({ follows: 0 });
  expect(await stateOf(kay, fans[250 - 1] as TestMember)).toMatchObject({ following: 0 });
});

if (site.db.engine === 'postgres')
  test('an unfollow during the deletion of the account counts once', async () => {
    const [star, fan] = (await createMembers(site, 2)) as [TestMember, TestMember];
    await fan.put(`/api/follows/users/${star._id}`);
    let deletion: Promise<unknown> | undefined;
    await site.db.transaction(async (tx) => {
      await tx.lock`select user_id from follow_states where user_id = ${fan._id}`;
      await tx.run`delete from user_follows where follower_id = ${fan._id}`;
      await tx.run`update follow_states set following = 0 where user_id = ${fan._id}`;
      deletion ??= site.db.transaction((other) => deleteRowsOfMember(other, star._id));
      while (!(await tx.get`select pid from pg_locks where not granted`));
    });
    await deletion;
    expect(await stateOf(kay, fan)).toMatchObject({ following: 0 });
  });

test('lists the tags that the member follows and mutes, and returns 401 to visitors', async () => {
  const ada = await createMember(site, newId());
  const friend = await createMember(site, newId());
  await writePost(ada, '#zig #awk #noise');
  expect((await ada.get('/api/follows')).body).toEqual({ members: 0, tags: [], mutedTags: [] });
  for (const tag of ['zig', 'awk']) await ada.put(`/api/follows/tags/${tag}`);
  await ada.put('/api/mutes/tags/noise');
  await ada.put(`/api/follows/users/${friend._id}`);
  expect((await ada.get('/api/follows')).body).toEqual({ members: 1, tags: ['awk', 'zig'], mutedTags: ['noise'] });
  expect((await friend.get('/api/follows')).body).toEqual({ members: 0, tags: [], mutedTags: [] });
  expect((await visitor.get('/api/follows')).status).toBe(401);
});
