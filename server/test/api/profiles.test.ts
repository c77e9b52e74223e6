import { socialNetworks, statusOptions } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, malformedIds, saveProfile, type TestMember, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const required = { status: 'Developer', skills: ['TypeScript'] };
const ownProfile = async (member: TestMember) => (await member.get('/api/profile/me')).body;

test('the first save creates a public profile', async () => {
  const ada = await createMember(site, 'Ada');
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
    user: { _id: ada._id, name: 'Ada', avatar: `/api/avatars/${ada._id}` },
    links: [],
    openTo: [],
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

test('returns 404 for a member without a profile', async () => {
  const bare = await createMember(site, 'Bare');
  expect(await bare.get('/api/profile/me')).toMatchObject(errorResponse(404, 'There is no profile for this user'));
  expect(await visitor.get(`/api/profile/user/${bare._id}`)).toMatchObject(errorResponse(404, 'Profile not found'));
});

test.for([unknownId, ...malformedIds])('returns 404 for the user id %j', async (id) => {
  expect(await visitor.get(`/api/profile/user/${encodeURIComponent(id)}`)).toMatchObject(errorResponse(404, 'Profile not found'));
});

test('returns 400 without status and skills and creates nothing', async () => {
  const member = await createMember(site, 'Required');
  const messages = [
    { msg: 'Status is required', code: 'fieldRequired', field: 'status' },
    { msg: 'Skills is required', code: 'fieldRequired', field: 'skills' },
  ];
  for (const body of [
    {},
    { status: '', skills: '' },
    { status: ' \u200b ', skills: ' , ,\u00a0' },
    { status: '0', skills: [] },
    { status: ' 0 ', skills: ['', ' '] },
  ]) {
    const response = await member.post('/api/profile', body);
    expect(response.status).toBe(400);
    expect(response.body.errors).toHaveLength(2);
    expect(response.body.errors).toEqual(expect.arrayContaining(messages));
  }
  expect((await member.get('/api/profile/me')).status).toBe(404);
});

test('accepts every status option and any other text', async () => {
  const member = await createMember(site, 'Statuses');
  for (const status of [...statusOptions.map(({ value }) => value), 'Wizard']) {
    expect((await member.post('/api/profile', { ...required, status })).body.status).toBe(status);
  }
});

test('keeps fields that are omitted or null, and clears empty ones', async () => {
  const member = await createMember(site, 'Keeper');
  const optional = { company: 'Acme', website: 'https://acme.example/', location: 'Here', githubusername: 'acme', bio: 'Hi' };
  const links = Object.fromEntries(socialNetworks.map((network) => [network, `https://${network}.example/me`]));
  await saveProfile(member, { ...optional, ...links });
  await saveProfile(member, { status: 'Manager' });
  expect(await ownProfile(member)).toMatchObject({ ...optional, social: links, status: 'Manager' });
  await saveProfile(member, Object.fromEntries(Object.keys({ ...optional, ...links }).map((field) => [field, null])));
  expect(await ownProfile(member)).toMatchObject({ ...optional, social: links });

  for (const field of [...Object.keys(optional), ...socialNetworks]) {
    await saveProfile(member, { [field]: '' });
    const profile = await ownProfile(member);
    expect(profile).not.toHaveProperty(field);
    expect(profile.social).not.toHaveProperty(field);
  }
  expect((await ownProfile(member)).social).toEqual({});
});

test('saving again updates the profile and keeps its id and date', async () => {
  const member = await createMember(site, 'Stable');
  await saveProfile(member);
  const { _id, date } = await ownProfile(member);
  await Promise.all(Array.from({ length: 10 }, (_, index) => saveProfile(member, { bio: `Bio ${index}` })));
  expect(await ownProfile(member)).toMatchObject({ _id, date });
  expect(await site.db.all`select id from profiles where user_id = ${member._id}`).toHaveLength(1);
});

test('ignores user, _id and lists in the body', async () => {
  const victim = await createMember(site, 'Victim');
  await saveProfile(victim, { bio: 'Mine' });
  const before = await ownProfile(victim);
  const mallory = await createMember(site, 'Mallory');
  const forged = {
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
  const saved = (await mallory.post('/api/profile', forged)).body;
  expect(saved).toMatchObject({ user: { _id: mallory._id, name: 'Mallory' }, experience: [], education: [], social: {} });
  expect(saved._id).not.toBe(before._id);
  expect(saved.date > '2020').toBe(true);
  expect(await ownProfile(victim)).toEqual(before);
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
      ['HTML,CSS', 'PHP'],
    ],
    ['js,JS,Js,C,c', ['js', 'C']],
    ['Zig, Ada, Basic', ['Zig', 'Ada', 'Basic']],
    ['machine   learning', ['machine learning']],
    ['Caf\u00e9,cafe\u0301,CAFE\u0301', ['Caf\u00e9']],
    ['Go,G\u200bo,\u2060go\ufe0f,G o', ['Go', 'G o']],
    ['\u200b,\u00ad, Rust', ['Rust']],
    ['C#, C++, 日本語, 🦀', ['C#', 'C++', '日本語', '🦀']],
    ['__proto__,constructor', ['__proto__', 'constructor']],
  ])('%j are stored as %j', async ([skills, expected]) => {
    const member = await createMember(site, 'Skilled', `skilled-${Math.random()}@example.org`);
    expect((await member.post('/api/profile', { ...required, skills })).body.skills).toEqual(expected);
  });

  test.for([5, true, { 0: 'a' }, [1], ['a', null], [['a']], 'a\0b', ['\ud800']])('are not converted from %j', async (skills) => {
    const member = await createMember(site, 'Typed', `typed-${Math.random()}@example.org`);
    expect(await member.post('/api/profile', { ...required, skills })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'skills' }] },
    });
    expect((await member.get('/api/profile/me')).status).toBe(404);
  });
});

describe('a link', async () => {
  const member = await createMember(site, 'Linker');
  const fields = ['website', ...socialNetworks];
  const read = (profile: { website?: string; social: Record<string, string> }, field: string) =>
    field === 'website' ? profile.website : profile.social[field];

  test.for(fields)('in %s gets https:// if it has no scheme', async (field) => {
    const accepted = [
      ['example.com', 'https://example.com/'],
      ['example.com/a?b#c', 'https://example.com/a?b#c'],
      ['example.com:8080/x', 'https://example.com:8080/x'],
      ['//example.com', 'https://example.com/'],
      ['localhost:3000', 'https://localhost:3000/'],
      [' http://example.com/x ', 'http://example.com/x'],
      ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
      ['bücher.example', 'https://xn--bcher-kva.example/'],
    ];
    for (const [given, stored] of accepted)
      expect(read((await member.post('/api/profile', { ...required, [field]: given })).body, field)).toBe(stored);
  });

  test.for(fields)('in %s returns 400 if it is executable, misleading or malformed', async (field) => {
    await saveProfile(member, { [field]: 'https://before.example/' });
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
      expect(await member.post('/api/profile', { ...required, [field]: link }), link).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      });
    }
    expect(read(await ownProfile(member), field)).toBe('https://before.example/');
  });
});

test.for(['-ada', 'ada-', 'a--b', 'a b', 'a/b', '..', 'ada_l', 'ädä', 'a'.repeat(40)])(
  'returns 400 for the Github username %j',
  async (githubusername) => {
    const member = await createMember(site, 'Hub', `hub-${Math.random()}@example.org`);
    expect(await member.post('/api/profile', { ...required, githubusername })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'githubusername' }] },
    });
  },
);

test('lists contain the name and avatar of each user and no e-mail address', async () => {
  const { body, raw } = await visitor.get('/api/profile?limit=100');
  for (const { user } of body)
    expect(user).toEqual({ _id: expect.any(String), name: expect.any(String), avatar: `/api/avatars/${user._id}` });
  expect(raw).not.toMatch(/@example\.org/);
});
