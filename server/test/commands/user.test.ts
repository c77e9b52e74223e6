import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { createMember, createMembers, saveProfile, signIn, writePost } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const user = (...args: string[]) => runHere(['user', ...args], databaseEnvironment(site.settings));

test('list prints all members, newest first', async () => {
  const people = await createMembers(site, 1203); // more than two batches
  const { code, out } = await user('list', '--json');
  expect(code).toBe(0);
  const listed = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed.map(({ id }) => id)).toEqual(
    people
      .map(({ _id }) => _id)
      .sort()
      .reverse(),
  );
  expect((await user('list')).out.split('\n')[0]).toContain(listed[0].email);
});

test('show prints the counts and sessions of a member found by e-mail address or id', async () => {
  const ada = await createMember(site, 'Ada');
  await signIn(site, ada);
  await saveProfile(ada);
  const post = await writePost(ada);
  await ada.put(`/api/posts/like/${post}`);
  const byEmail = JSON.parse((await user('show', 'ADA@example.org', '--json')).out);
  expect(byEmail).toMatchObject({ id: ada._id, name: 'Ada', email: 'ada@example.org', hasProfile: true, posts: 1, comments: 0, likes: 1 });
  expect(byEmail.sessions).toHaveLength(2);
  expect(JSON.parse((await user('show', ada._id, '--json')).out)).toEqual(byEmail);
  expect((await user('show', ada._id)).out).toContain('Ada <ada@example.org>');
});

test('removes terminal control characters from names', async () => {
  const eve = await createMember(site, 'Eve');
  await site.db.run`update users set name = ${'Eve\u001b]0;owned\u0007\u202e'} where id = ${eve._id}`;
  await site.db.run`update sessions set device = ${'\u009b2J\u2066'} where user_id = ${eve._id}`;
  const commands = [
    ['list'],
    ['list', '--json'],
    ['show', eve._id],
    ['show', eve._id, '--json'],
    ['show', 'no\u009bbody@\u202e'],
    ['no\u009bthing'],
    ['--no\u009bthing'],
  ];
  for (const args of commands) {
    const { out, err } = await user(...args);
    expect((out + err).replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  }
  expect(JSON.parse((await user('show', eve._id, '--json')).out)).toMatchObject({ name: 'Eve\u001b]0;owned\u0007\u202e' });
});

test('keeps joiners and variation selectors in names', async () => {
  const name = 'Priya \u0915\u094d\u200d\u0937 \u0646\u0645\u06cc\u200c\u062e \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f';
  const priya = await createMember(site, name, 'priya@example.org');
  expect((await user('list')).out).toContain(`priya@example.org  -  ${name}\n`);
  expect((await user('show', priya._id)).out).toContain(`${name} <priya@example.org>\n`);
});

test('reset-password prints a link that works once and does not affect other members', async () => {
  const [kim, lea] = [await createMember(site, 'Kim'), await createMember(site, 'Lea')];
  const { code, out, err } = await runHere(['user', 'reset-password', 'KIM@example.org'], {
    ...databaseEnvironment(site.settings),
    PUBLIC_URL: 'https://dev.example.org',
  });
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^https:\/\/dev\.example\.org\/dev\/reset-password#[\w-]{43}\n$/) });
  expect(err).toBe('For Kim <kim@example.org>: valid once, for 30 minutes. Earlier links no longer work.\n');
  expect((await kim.get('/api/auth')).status).toBe(200); // sessions end only when the link is used
  const reset = () => clientOf(site).post('/api/auth/reset', { secret: out.trim().split('#')[1], password: 'a fresh password' });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(400);
  expect((await kim.get('/api/auth')).status).toBe(401);
  expect((await lea.get('/api/auth')).status).toBe(200);
  const asJson = JSON.parse((await user('reset-password', lea._id, '--json')).out);
  expect(asJson).toEqual({
    id: lea._id,
    link: expect.stringContaining('http://localhost:3000/dev/reset-password#'),
    expires: expect.any(String),
  });
  expect(await user('reset-password', 'nobody@example.org')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('No member has'),
  });
});

test('sign-out ends all sessions of the member but not those of others', async () => {
  const [ben, eva] = [await createMember(site, 'Ben'), await createMember(site, 'Eva')];
  const otherSession = await signIn(site, ben);
  expect(await user('sign-out', ben.email)).toMatchObject({ code: 0, out: 'Ended 2 sessions of Ben <ben@example.org>.\n' });
  expect((await ben.get('/api/auth')).status).toBe(401);
  expect((await otherSession.get('/api/auth')).status).toBe(401);
  expect((await eva.get('/api/auth')).status).toBe(200);
});

test('delete removes the account and its data only with --yes', async () => {
  const [gil, ida] = [await createMember(site, 'Gil'), await createMember(site, 'Ida')];
  const post = await writePost(ida);
  await gil.post(`/api/posts/comment/${post}`, { text: 'Hello' });
  expect(await user('delete', gil.email)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Add --yes') });
  expect((await gil.get('/api/auth')).status).toBe(200);
  expect(await user('delete', gil.email, '--yes')).toMatchObject({
    code: 0,
    out: 'Deleted Gil <gil@example.org> with 0 posts and 1 comment.\n',
  });
  expect((await gil.get('/api/auth')).status).toBe(401);
  expect((await ida.get(`/api/posts/${post}`)).body).toMatchObject({ commentCount: 0, comments: [] });
  expect(await user('delete', gil.email, '--yes')).toMatchObject({ code: 1, err: expect.stringContaining('No member has') });
});
