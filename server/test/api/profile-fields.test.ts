import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { createMembers, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const required = { status: 'Developer', skills: 'SQL' };
const fields = {
  headline: 'Writes compilers',
  pronouns: 'she/her',
  links: [{ label: 'Fediverse', url: 'https://social.example.org/@ada' }, { url: 'https://gitlab.com/ada' }],
  openTo: ['work', 'collaboration'],
};
const none = { links: [], openTo: [] };

async function newMember(): Promise<TestMember> {
  const [member] = (await createMembers(site, 1)) as [TestMember];
  return member;
}

test('headline, pronouns, links and open to are stored, and cards carry them', async () => {
  const member = await newMember();
  expect((await member.post('/api/profile', { ...required, ...fields })).body).toMatchObject(fields);
  expect((await member.get('/api/profile/me')).body).toMatchObject(fields);
  expect((await clientOf(site).get('/api/profile?limit=1&embed=')).body).toMatchObject([fields]);
});

test('an omitted field keeps its value', async () => {
  const member = await newMember();
  await member.post('/api/profile', { ...required, ...fields });
  expect((await member.post('/api/profile', required)).body).toMatchObject(fields);
  expect((await member.post('/api/profile', { ...required, openTo: ['mentoring'] })).body).toMatchObject({
    ...fields,
    openTo: ['mentoring'],
  });
});

test.for(['', null])('%j clears each field', async (value) => {
  const member = await newMember();
  await member.post('/api/profile', { ...required, ...fields });
  const empty = Object.fromEntries(Object.keys(fields).map((field) => [field, value]));
  const { body } = await member.post('/api/profile', { ...required, ...empty });
  expect(body).toMatchObject(none);
  for (const field of ['headline', 'pronouns']) expect(body).not.toHaveProperty(field);
  expect((await member.get('/api/profile/me')).body).toEqual(body);
});

test('empty lists clear links and open to', async () => {
  const member = await newMember();
  await member.post('/api/profile', { ...required, ...fields });
  expect((await member.post('/api/profile', { ...required, links: [], openTo: [] })).body).toMatchObject({ links: [], openTo: [] });
});

test('open to is sorted and has no duplicates', async () => {
  const member = await newMember();
  const { body } = await member.post('/api/profile', { ...required, openTo: ['mentoring', 'work', 'mentoring'] });
  expect(body.openTo).toEqual(['work', 'mentoring']);
});

describe('links', () => {
  test('get https:// and lose empty labels', async () => {
    const member = await newMember();
    const links = [
      { label: ' ', url: 'bsky.app/profile/ada' },
      { label: null, url: 'http://example.org' },
    ];
    expect((await member.post('/api/profile', { ...required, links })).body.links).toEqual([
      { url: 'https://bsky.app/profile/ada' },
      { url: 'http://example.org/' },
    ]);
  });

  test('are stored without blank ones, wherever these are', async () => {
    const member = await newMember();
    const links = [
      { label: '', url: ' ' },
      { url: 'https://example.org/' },
      { label: '\u200b', url: null },
      { url: 'https://example.com/' },
    ];
    expect((await member.post('/api/profile', { ...required, links })).body.links).toEqual([links[1], links[3]]);
    expect((await member.post('/api/profile', { ...required, links: [{ url: '' }] })).body.links).toEqual([]);
  });

  test.for<[unknown, string, string]>([
    [
      [{ label: '', url: '' }, { url: 'ftp://example.org' }],
      'links[1].url',
      'Address must be a web address that starts with http:// or https://',
    ],
    [[{ url: 'javascript:alert(1)' }], 'links[0].url', 'Address must be a web address that starts with http:// or https://'],
    [[{ url: 'example.org' }, { label: 'No address' }], 'links[1].url', 'Address is required'],
    [[{ url: 'example.org', label: 'x'.repeat(limits.linkLabel + 1) }], 'links[0].label', 'Label must be at most 40 characters'],
    [[{ url: 'example.org', label: 'two\nlines' }], 'links[0].label', 'Label must not contain line breaks or other control characters'],
    [Array(limits.profileLinks + 1).fill({ url: 'example.org' }), 'links', 'Links must be a list of at most 10 links'],
    ['example.org', 'links', 'Links must be a list of at most 10 links'],
  ])('%j are refused', async ([links, field, msg]) => {
    const member = await newMember();
    expect(await member.post('/api/profile', { ...required, links })).toMatchObject(errorResponse(400, msg, field));
  });
});

test.for<[string, unknown, string]>([
  ['headline', 'x'.repeat(limits.headline + 1), 'Headline must be at most 120 characters'],
  ['headline', 'two\nlines', 'Headline must not contain line breaks or other control characters'],
  ['pronouns', 'x'.repeat(limits.pronouns + 1), 'Pronouns must be at most 40 characters'],
  ['openTo', ['work', 'anything'], 'Open to must be work, mentoring or collaboration'],
  ['openTo', 'work', 'Open to must be a list of work, mentoring and collaboration'],
])('%s is refused as %j', async ([field, value, msg]) => {
  const member = await newMember();
  expect(await member.post('/api/profile', { ...required, [field]: value })).toMatchObject(errorResponse(400, msg, field));
  expect((await member.get('/api/profile/me')).status).toBe(404);
});
