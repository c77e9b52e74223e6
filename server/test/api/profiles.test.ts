import { socialNetworks, statusOptions } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, refusal } from '../client.ts';
import { malformedIds, type Person, saveProfile, signUp, unknownId } from '../community.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const required = { status: 'Developer', skills: ['TypeScript'] };
const own = async (owner: Person) => (await owner.get('/api/profile/me')).body;

test('a first save creates the profile that everyone may read', async () => {
  const ada = await signUp(site, 'Ada');
  const fields = {
    company: 'Analytical Engines',
    website: 'https://example.com/',
    location: 'London',
    githubusername: 'ada',
    bio: 'Notes.',
  };
  const created = await ada.post('/api/profile', {
    status: 'Senior Developer',
    skills: 'Math, Notes',
    ...fields,
    twitter: 'https://twitter.com/ada',
  });
  expect(created.body).toEqual({
    _id: expect.any(String),
    user: { _id: ada._id, name: 'Ada', avatar: expect.stringContaining('gravatar.com') },
    status: 'Senior Developer',
    skills: ['Math', 'Notes'],
    ...fields,
    social: { twitter: 'https://twitter.com/ada' },
    experience: [],
    education: [],
    date: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect((await ada.get('/api/profile/me')).body).toEqual(created.body);
  expect((await visitor.get(`/api/profile/user/${ada._id}`)).body).toEqual(created.body);
  expect((await visitor.get('/api/profile')).body).toContainEqual(created.body);
});

test('a member without a profile has none to read', async () => {
  const bare = await signUp(site, 'Bare');
  expect(await bare.get('/api/profile/me')).toMatchObject(refusal(404, 'There is no profile for this user'));
  expect(await visitor.get(`/api/profile/user/${bare._id}`)).toMatchObject(refusal(404, 'Profile not found'));
});

test.for([unknownId, ...malformedIds])('nobody is found as %j', async (id) => {
  expect(await visitor.get(`/api/profile/user/${encodeURIComponent(id)}`)).toMatchObject(refusal(404, 'Profile not found'));
});

test('status and skills are required, and nothing is created without them', async () => {
  const owner = await signUp(site, 'Required');
  const both = [
    { msg: 'Status is required', field: 'status' },
    { msg: 'Skills is required', field: 'skills' },
  ];
  for (const body of [
    {},
    { status: '', skills: '' },
    { status: ' \u200b ', skills: ' , ,\u00a0' },
    { status: '0', skills: [] },
    { status: ' 0 ', skills: ['', ' '] },
  ]) {
    const answer = await owner.post('/api/profile', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(2);
    expect(answer.body.errors).toEqual(expect.arrayContaining(both));
  }
  expect((await owner.get('/api/profile/me')).status).toBe(404);
});

test('every status of the select is taken, and so is one of another client', async () => {
  const owner = await signUp(site, 'Statuses');
  for (const status of [...statusOptions.map(({ value }) => value), 'Wizard']) {
    expect((await owner.post('/api/profile', { ...required, status })).body.status).toBe(status);
  }
});

test('a field left out stays, an empty one is cleared', async () => {
  const owner = await signUp(site, 'Keeper');
  const optional = { company: 'Acme', website: 'https://acme.example/', location: 'Here', githubusername: 'acme', bio: 'Hi' };
  const links = Object.fromEntries(socialNetworks.map((network) => [network, `https://${network}.example/me`]));
  await saveProfile(owner, { ...optional, ...links });
  await saveProfile(owner, { status: 'Manager' });
  expect(await own(owner)).toMatchObject({ ...optional, social: links, status: 'Manager' });

  for (const field of [...Object.keys(optional), ...socialNetworks]) {
    await saveProfile(owner, { [field]: '' });
    const profile = await own(owner);
    expect(profile).not.toHaveProperty(field);
    expect(profile.social).not.toHaveProperty(field);
  }
  expect((await own(owner)).social).toEqual({});
});

test('saving again updates the one profile, and keeps its id and date', async () => {
  const owner = await signUp(site, 'Stable');
  await saveProfile(owner);
  const { _id, date } = await own(owner);
  await Promise.all(Array.from({ length: 10 }, (_, index) => saveProfile(owner, { bio: `Bio ${index}` })));
  expect(await own(owner)).toMatchObject({ _id, date });
  expect(await site.db.all`select id from profiles where user_id = ${owner._id}`).toHaveLength(1);
});

test('user, _id and the lists in the body change nothing', async () => {
  const victim = await signUp(site, 'Victim');
  await saveProfile(victim, { bio: 'Mine' });
  const before = await own(victim);
  const mallory = await signUp(site, 'Mallory');
  const taken = {
    ...required,
    user: victim._id,
    _id: before._id,
    user_id: victim._id,
    id: before._id,
    name: 'Victim',
    date: '2000-01-01T00:00:00.000Z',
    experience: [{ title: 'Forged' }],
    education: [{ school: 'Forged' }],
    social: { twitter: 'https://forged.example' },
  };
  const saved = (await mallory.post('/api/profile', taken)).body;
  expect(saved).toMatchObject({ user: { _id: mallory._id, name: 'Mallory' }, experience: [], education: [], social: {} });
  expect(saved._id).not.toBe(before._id);
  expect(saved.date > '2020').toBe(true);
  expect(await own(victim)).toEqual(before);
});

describe('skills', () => {
  test.for<[unknown, string[]]>([
    ['HTML,CSS', ['HTML', 'CSS']],
    [' HTML ,  CSS,, PHP , ', ['HTML', 'CSS', 'PHP']],
    [
      ['HTML', ' CSS '],
      ['HTML', 'CSS'],
    ],
    [
      ['HTML,CSS', 'PHP'],
      ['HTML', 'CSS', 'PHP'],
    ],
    ['js,JS,Js,C,c', ['js', 'C']],
    ['Zig, Ada, Basic', ['Zig', 'Ada', 'Basic']],
    ['machine   learning', ['machine learning']],
    ['Caf\u00e9,cafe\u0301,CAFE\u0301', ['Caf\u00e9']],
    ['Go,G\u200bo,\u2060go\ufe0f,G o', ['Go', 'G o']],
    ['\u200b,\u00ad, Rust', ['Rust']],
    ['C#, C++, 日本語, 🦀', ['C#', 'C++', '日本語', '🦀']],
    ['__proto__,constructor', ['__proto__', 'constructor']],
  ])('%j become %j', async ([skills, expected]) => {
    const owner = await signUp(site, 'Skilled', `skilled-${Math.random()}@example.org`);
    expect((await owner.post('/api/profile', { ...required, skills })).body.skills).toEqual(expected);
  });

  test.for([5, true, null, { 0: 'a' }, [1], ['a', null], [['a']], 'a\0b', ['\ud800']])('are never made out of %j', async (skills) => {
    const owner = await signUp(site, 'Typed', `typed-${Math.random()}@example.org`);
    expect(await owner.post('/api/profile', { ...required, skills })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'skills' }] },
    });
    expect((await owner.get('/api/profile/me')).status).toBe(404);
  });
});

describe('a link', async () => {
  const owner = await signUp(site, 'Linker');
  const fields = ['website', ...socialNetworks];
  const read = (profile: { website?: string; social: Record<string, string> }, field: string) =>
    field === 'website' ? profile.website : profile.social[field];

  test.for(fields)('%s gets https:// where it has no scheme', async (field) => {
    const kept = [
      ['example.com', 'https://example.com/'],
      ['example.com/a?b#c', 'https://example.com/a?b#c'],
      ['example.com:8080/x', 'https://example.com:8080/x'],
      ['//example.com', 'https://example.com/'],
      ['localhost:3000', 'https://localhost:3000/'],
      [' http://example.com/x ', 'http://example.com/x'],
      ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
      ['bücher.example', 'https://xn--bcher-kva.example/'],
    ];
    for (const [given, stored] of kept)
      expect(read((await owner.post('/api/profile', { ...required, [field]: given })).body, field)).toBe(stored);
  });

  test.for(fields)('%s is refused where a browser would run it, or it hides where it goes', async (field) => {
    await saveProfile(owner, { [field]: 'https://before.example/' });
    const refused = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://example.com',
      'mailto:a@example.com',
      'blob:https://example.com/1',
      'https://user@example.com',
      'https://user:pass@example.com',
      'example.com@evil.example',
      'https://',
      'https://exa mple.com',
      'nonsense',
      'a\0b.com',
      'https://\ud800.com',
    ];
    for (const link of refused) {
      expect(await owner.post('/api/profile', { ...required, [field]: link }), link).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
    expect(read(await own(owner), field)).toBe('https://before.example/');
  });
});

test.for(['-ada', 'ada-', 'a--b', 'a b', 'a/b', '..', 'ada_l', 'ädä', 'a'.repeat(40)])(
  '%j is no Github username',
  async (githubusername) => {
    const owner = await signUp(site, 'Hub', `hub-${Math.random()}@example.org`);
    expect(await owner.post('/api/profile', { ...required, githubusername })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'githubusername' }] },
    });
  },
);

test('lists show name and avatar of each profile’s user, and no e-mail address', async () => {
  const { body, raw } = await visitor.get('/api/profile?limit=100');
  for (const { user } of body) expect(user).toEqual({ _id: expect.any(String), name: expect.any(String), avatar: expect.any(String) });
  expect(raw).not.toMatch(/@example\.org/);
});
