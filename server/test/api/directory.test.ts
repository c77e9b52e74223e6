import { limits } from '@dev-connector/contract';
import { expect, test } from 'vitest';
import { removeAlias, setAlias } from '../../src/features/directory/aliases.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);

interface Person {
  name: string;
  skills: string;
  location?: string;
  status?: string;
  openTo?: string[];
}
async function join({ name, ...profile }: Person): Promise<TestMember & { name: string }> {
  const member = await createMember(site, name);
  expect((await member.post('/api/profile', { status: 'Developer', ...profile })).status).toBe(200);
  return Object.assign(member, { name });
}

const ada = await join({ name: 'Ada Lowenthal', skills: 'js,Rust', location: 'Berlin, Germany', openTo: ['work'] });
const zoe = await join({ name: 'Zoë Łaski', skills: 'JavaScript,postgres', location: 'Łódź, Poland', status: 'Manager' });
const bob = await join({ name: 'bob Ng', skills: 'Rust', location: 'Köln, germany', status: 'Manager', openTo: ['work', 'mentoring'] });

type Query = Record<string, string | string[]>;
const search = (query: Query) =>
  new URLSearchParams(Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))).toString();
async function find(query: Query): Promise<string[]> {
  const { status, body, headers } = await visitor.get(`/api/profile?${search(query)}`);
  expect(status).toBe(200);
  expect(Number(headers['x-total-count'])).toBe(body.length);
  return body.map((profile: { user: { name: string } }) => profile.user.name);
}
async function facets(query: Query = {}) {
  const { body } = await visitor.get(`/api/profile/facets?${search(query)}`);
  const plain = (values: Array<{ value: string; count: number }>) => Object.fromEntries(values.map(({ value, count }) => [value, count]));
  const { total, skills, places, statuses, open } = body;
  return { total, skills: plain(skills), places: plain(places), statuses: plain(statuses), open: plain(open) };
}

test.for<[Query, Array<{ name: string }>]>([
  [{}, [bob, zoe, ada]],
  [{ skill: 'Rust' }, [bob, ada]],
  [{ skill: ['rust', 'js'] }, [ada]],
  [{ skill: 'ECMAScript' }, [zoe, ada]],
  [{ skill: 'PostgreSQL' }, [zoe]],
  [{ place: 'Germany' }, [bob, ada]],
  [{ place: 'LODZ' }, [zoe]],
  [{ place: ['Koln', 'Poland'] }, [bob, zoe]],
  [{ place: 'Berlin, Germany' }, [ada]],
  [{ place: 'Berlin, Poland' }, []],
  [{ status: ['Manager', 'developer'] }, [bob, zoe, ada]],
  [{ status: 'Manager', place: 'Germany' }, [bob]],
  [{ open: 'work', skill: 'js' }, [ada]],
  [{ open: ['mentoring', 'collaboration'] }, [bob]],
  [{ q: 'zoe l' }, [zoe]],
  [{ q: 'owenthal' }, []],
  [{ q: '?! -' }, []],
  [{ q: '?!', skill: 'Rust' }, []],
  [{ q: 'ada ?!' }, [ada]],
  [{ q: ' ' }, [bob, zoe, ada]],
  [{ skill: 'COBOL' }, []],
])('finds profiles by %j', async ([query, expected]) => {
  expect(await find(query)).toEqual(expected.map(({ name }) => name));
});

test('counts each facet among the profiles that match the others', async () => {
  expect(await facets()).toEqual({
    total: 3,
    skills: { JavaScript: 2, Rust: 2, PostgreSQL: 1 },
    places: { Germany: 2, Berlin: 1, Köln: 1, Poland: 1, Łódź: 1 },
    statuses: { Manager: 2, Developer: 1 },
    open: { work: 2, mentoring: 1 },
  });
  expect(await facets({ place: 'germany', skill: 'js' })).toEqual({
    total: 1,
    skills: { JavaScript: 1, Rust: 1 },
    places: { Germany: 1, Berlin: 1, Poland: 1, Łódź: 1 },
    statuses: { Developer: 1 },
    open: { work: 1 },
  });
  expect((await visitor.get('/api/profile/facets?skill=COBOL&skill=js')).body).toMatchObject({
    total: 0,
    skills: [
      { value: 'COBOL', count: 0, selected: true },
      { value: 'JavaScript', count: 0, selected: true },
    ],
  });
});

test('counts nobody for a name of punctuation', async () => {
  expect(await facets({ q: '?!' })).toEqual({ total: 0, skills: {}, places: {}, statuses: {}, open: {} });
});

test('sorts by name, and pages with strict cursors', async () => {
  expect(await find({ sort: 'name' })).toEqual(['Ada Lowenthal', 'bob Ng', 'Zoë Łaski']);
  for (const sort of ['name', 'active', 'newest']) {
    const names: string[] = [];
    let url: string | undefined = `/api/profile?sort=${sort}&limit=1&status=Manager&status=Developer`;
    while (url) {
      const { body, headers } = await visitor.get(url);
      expect(headers['x-total-count']).toBe('3');
      names.push(...body.map(({ user }: { user: { name: string } }) => user.name));
      url = /<([^>]*)>/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(names).toEqual(await find({ sort }));
  }
  const { headers } = await visitor.get('/api/profile?sort=name&limit=1');
  const cursor = /cursor=([^&>]*)/.exec(String(headers.link))?.[1] ?? '';
  const [key, id] = decodeURIComponent(cursor).split('~') as [string, string];
  expect((await visitor.get(`/api/profile?sort=name&cursor=${key}~${id}`)).status).toBe(200);
  for (const [sort, other] of [
    ['newest', `${key}~${id}`],
    ['name', `${Buffer.from('a\0').toString('base64url')}~${id}`], // PostgreSQL refuses NUL
    ['active', `${key}~${id}`],
    ['name', id],
    ['name', `1.${id}`],
    ['name', `_w~${id}`],
    ['newest', `1.${id}`],
  ])
    expect(await visitor.get(`/api/profile?sort=${sort}&cursor=${other}`), `${sort} ${other}`).toMatchObject({ status: 400 });
});

test('sorts by activity only the members who allow it', async () => {
  expect(await find({ sort: 'active' })).toEqual(['bob Ng', 'Zoë Łaski', 'Ada Lowenthal']);
  expect((await ada.get('/api/auth')).body).toMatchObject({ showActivity: false });
  const allowed = await ada.patch('/api/account', { showActivity: true });
  expect(allowed.body).toMatchObject({ name: 'Ada Lowenthal', showActivity: true, lastActive: expect.any(String) });
  expect((await ada.patch('/api/account', {})).body).toEqual(allowed.body);
  expect(await find({ sort: 'active' })).toEqual(['Ada Lowenthal', 'bob Ng', 'Zoë Łaski']);
  expect((await visitor.get(`/api/profile/user/${ada._id}`)).raw).not.toContain('ctive');
  expect((await ada.patch('/api/account', { showActivity: false })).body).not.toHaveProperty('lastActive');
  expect(await find({ sort: 'active' })).toEqual(['bob Ng', 'Zoë Łaski', 'Ada Lowenthal']);
  expect(await site.db.all`select id from users where active_at is not null`).toEqual([]);
});

test('stores the activity of a member once an hour', async () => {
  await bob.patch('/api/account', { showActivity: true });
  const stored = async () => (await site.db.get<{ active_at: number }>`select active_at from users where id = ${bob._id}`)?.active_at ?? 0;
  const listed = async () =>
    (
      await site.db.get<{ active_at: number }>`
      select e.active_at from directory_entries e join profiles p on p.id = e.profile_id where p.user_id = ${bob._id}`
    )?.active_at;
  const now = await stored();
  await site.db.run`update users set active_at = ${now - 3_600_000} where id = ${bob._id}`;
  await site.db.run`update directory_entries set active_at = 1`;
  await bob.get('/api/auth');
  await expect.poll(stored).toBeGreaterThanOrEqual(now);
  expect(await listed()).toBe(await stored());
  await site.db.run`update directory_entries set active_at = 1`;
  await bob.get('/api/auth');
  expect(await listed()).toBe(1);
  await bob.patch('/api/account', { showActivity: false });
});

test('counts a value that a profile has in several spellings once, and finds it after the profile is gone', async () => {
  const [first, second] = [
    { name: 'Two Spellings', skills: 'Go', location: 'Zürich, zurich' },
    { name: 'One Spelling', skills: 'Go', location: 'Zürich' },
  ];
  const gone = await join(first);
  expect((await facets({ place: 'Zürich' })).places).toMatchObject({ zurich: 1 });
  await gone.delete('/api/profile');
  const member = await join(second);
  expect(await find({ place: 'Zürich' })).toEqual([second.name]);
  expect((await facets()).places).toMatchObject({ Zürich: 1 });
  await member.delete('/api/profile');
});

test('shows the most used spelling of a value, also of a selected one that nobody with the other filters has', async () => {
  const members = [
    await join({ name: 'Upper', skills: 'ZIG' }),
    await join({ name: 'Title', skills: 'Zig' }),
    await join({ name: 'Too', skills: 'Zig' }),
  ];
  expect((await facets()).skills).toMatchObject({ Zig: 3 });
  expect((await facets({ skill: 'zig', place: 'Poland' })).skills).toEqual({ Zig: 0 });
  expect((await facets({ skill: 'zIg', place: 'Poland' })).total).toBe(0);
  for (const member of members) await member.delete('/api/profile');
});

test('suggests places with the prefix, the most used first', async () => {
  expect((await visitor.get('/api/places?q=ger')).body).toEqual(['Germany']);
  expect((await visitor.get('/api/places?q=lodz')).body).toEqual(['Łódź']);
  expect((await visitor.get('/api/places')).body[0]).toBe('Germany');
  expect((await visitor.get(`/api/places?q=${'x'.repeat(limits.location + 1)}`)).status).toBe(400);
});

test('names the skills that match the filter, also by an alias, as the member writes them', async () => {
  const own = await join({ name: 'Matched', skills: 'Postgres, Git, Rust' });
  const matched = async (query: string) =>
    (await visitor.get(`/api/profile?embed=&q=matched&${query}`)).body.map(
      (profile: { matchedSkills?: string[] }) => profile.matchedSkills,
    );
  expect(await matched('skill=postgresql')).toEqual([['Postgres']]);
  expect(await matched('skill=postgresql&skill=RUST')).toEqual([['Postgres', 'Rust']]);
  expect(await matched('')).toEqual([undefined]);
  await own.delete('/api/profile');
});

test('follows changes of the aliases and leaves the profiles as written', async () => {
  await setAlias(site.db, 'Oxide', 'Rust');
  const own = await join({ name: 'Own', skills: 'oxide' });
  expect(await find({ skill: 'rust' })).toEqual(['Own', 'bob Ng', 'Ada Lowenthal']);
  expect((await visitor.get(`/api/profile/user/${own._id}`)).body.skills).toEqual(['oxide']);
  expect(await removeAlias(site.db, 'OXIDE')).toBe(true);
  expect(await removeAlias(site.db, 'oxide')).toBe(false);
  expect(await find({ skill: 'rust' })).toEqual(['bob Ng', 'Ada Lowenthal']);
  expect(await removeAlias(site.db, 'js')).toBe(true);
  expect(await find({ skill: 'JavaScript' })).toEqual(['Zoë Łaski']);
  await setAlias(site.db, 'js', 'JavaScript');
});

test('reads aliases that were stored before the comparison of names changed', async () => {
  await site.db.run`insert into skill_aliases (alias, skill) values ('ŋim', 'Nim')`;
  await join({ name: 'Nimble', skills: 'Nim' });
  expect(await find({ skill: 'nim' })).toEqual(['Nimble']);
  expect(await find({ skill: 'ŋim' })).toEqual(['Nimble']);
  await setAlias(site.db, 'ŋim', 'Zig');
  expect(await site.db.all`select alias, skill from skill_aliases where skill in ('Nim', 'Zig')`).toEqual([{ alias: 'nim', skill: 'Zig' }]);
  expect(await removeAlias(site.db, 'ŋim')).toBe(true);
  expect(await find({ skill: 'ŋim' })).toEqual(['Nimble']);
});

test('shows a change of the profile, of the name and a deletion at once', async () => {
  const kim = await join({ name: 'Kim', skills: 'Zig', location: 'Oslo' });
  expect((await facets()).places).toMatchObject({ Oslo: 1 });
  await kim.post('/api/profile', { status: 'Developer', skills: 'Odin', location: 'Rome' });
  expect(await find({ skill: 'zig' })).toEqual([]);
  expect(await find({ place: 'rome' })).toEqual(['Kim']);
  await kim.patch('/api/account', { name: 'Kiran' });
  expect(await find({ q: 'kira' })).toEqual(['Kiran']);
  expect(await find({ q: 'kim' })).toEqual([]);
  await kim.delete('/api/profile');
  expect(await find({ q: 'kira' })).toEqual([]);
  expect((await facets()).places).not.toHaveProperty('Rome');
  expect((await visitor.get('/api/places?q=rome')).body).toEqual([]);
});

test('omits the descriptions of entries, and the entries on demand', async () => {
  await ada.put('/api/profile/experience', { title: 'Engineer', company: 'Engines', from: '2020-01-01', description: 'Secret' });
  const { body, raw } = await visitor.get('/api/profile?place=berlin');
  expect(body[0].experience).toHaveLength(1);
  expect(raw).not.toContain('Secret');
  expect((await visitor.get('/api/profile?place=berlin&embed=')).body[0].experience).toEqual([]);
});

test.for([
  ['sort=oldest', 'Sort must be newest, name or active', 'sort'],
  [`skill=${'x'.repeat(limits.skill + 1)}`, 'Skill must be at most 10 values of at most 60 characters', 'skill'],
  [`place=${'x'.repeat(limits.location + 1)}`, 'Place must be at most 10 values of at most 120 characters', 'place'],
  [
    Array.from({ length: 11 }, (_, index) => `status=${index}`).join('&'),
    'Status must be at most 10 values of at most 60 characters',
    'status',
  ],
  [`q=${'x'.repeat(limits.directoryText + 1)}`, 'Q must be at most 100 characters', 'q'],
] as const)('returns 400 for %s', async ([query, msg, field]) => {
  expect(await visitor.get(`/api/profile?${query}`)).toMatchObject(errorResponse(400, msg, field));
});
