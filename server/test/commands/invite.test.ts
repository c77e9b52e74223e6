import { expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { password } from '../members.ts';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const site = await openSite({ registration: 'invited' });
const environment = { ...databaseEnvironment(site.settings), REGISTRATION: 'invited' };
const invite = (args: string[] = [], settings: Record<string, string> = {}) =>
  runHere(['invite', ...args], { ...environment, ...settings });
const day = 24 * 60 * 60 * 1000;

let people = 0;
const signUp = (invitation: string) =>
  clientOf(site).post('/api/users', { name: 'Guest', email: `guest${++people}@example.org`, password, invitation });
const secretOf = (link: string) => link.trim().split('#')[1] ?? '';

test('prints only a link, which allows one sign-up', async () => {
  const { code, out, err } = await invite([], { PORT: '8080' });
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^http:\/\/localhost:8080\/dev\/register#[\w-]{43}\n$/) });
  expect(err).toMatch(/^For one person, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\n$/);
  expect((await signUp(secretOf(out))).status).toBe(200);
  expect((await signUp(secretOf(out))).status).toBe(403);
});

test('creates a link under PUBLIC_URL with the requested uses and expiry', async () => {
  const { out } = await invite(['--uses', '2', '--days', '30', '--json'], { PUBLIC_URL: 'https://dev.example.org/' });
  const { link, uses, expires } = JSON.parse(out);
  expect({ link, uses }).toEqual({ link: expect.stringMatching(/^https:\/\/dev\.example\.org\/dev\/register#[\w-]{43}$/), uses: 2 });
  expect(Math.abs(Date.parse(expires) - Date.now() - 30 * day)).toBeLessThan(day / 2);
  const statuses = [await signUp(secretOf(link)), await signUp(secretOf(link)), await signUp(secretOf(link))].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 403]);
});

test('warns if the site does not require invitations', async () => {
  expect((await invite([], { REGISTRATION: 'open' })).err).toContain('REGISTRATION is "open": anyone can sign up without the link.');
  expect((await invite([], { REGISTRATION: 'closed' })).err).toContain('the link works only when it is "invited"');
});

test('lists valid invitations without their links and revokes one', async () => {
  await site.db.run`delete from invitations`;
  const links = [await invite(['--uses', '3']), await invite()].map(({ out }) => out);
  const listed = (await invite(['--list', '--json'])).out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(listed).toEqual([1, 3].map((usesLeft) => ({ id: expect.any(String), usesLeft, expires: expect.any(String) })));
  expect((await invite(['--list'])).out).not.toContain(secretOf(links[0] ?? ''));
  expect(await invite(['--revoke', listed[1].id])).toMatchObject({ code: 0, out: 'Revoked the invitation.\n' });
  expect((await signUp(secretOf(links[0] ?? ''))).status).toBe(403);
  expect((await signUp(secretOf(links[1] ?? ''))).status).toBe(200);
  expect((await invite(['--list'])).out).toBe('');
  expect(await invite(['--revoke', listed[1].id])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No valid invitation has the id'),
  });
});
