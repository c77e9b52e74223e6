import { errors, limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { invite } from '../../src/features/accounts/invitations.ts';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { hashPassword } from '../../src/features/accounts/passwords/password.ts';
import { clientOf, errorResponse, type TestResponse } from '../client.ts';
import { createMember, createMembers, password, type TestMember } from '../members.ts';
import { openSite, type Site } from '../site.ts';
import { openSiteWithIdentity } from '../site-with-identity.ts';

const site = await openSite();
const visitor = clientOf(site);
const { msg } = errors.passwordEasy;
const easy = errorResponse(400, msg, 'password');
const countUsers = async ({ db }: Site) => (await db.get<{ count: number }>`select count(*) as count from users`)?.count;

describe('an easily guessed password', () => {
  // A sample of the three thousand most common passwords of at least 8 characters.
  const common = [
    'password',
    'PassWord',
    '12345678',
    'iloveyou',
    'trustno1',
    'qwerty123',
    'password1',
    '1q2w3e4r5t',
    'charlie1',
    'whatever',
  ];
  const patterns = ['aaaaaaaa', '12341234', 'qwertyqwerty', 'abcabcabc', '87654321', '0987654321', 'abcdefgh', '01012009', '20091231'];
  const names = ['devconnector', 'Dev-Connector2026!', 'Ada Lowenthal', 'AdaLowenthal1815', 'a.lowenthal', 'a.lowenthal@example.org'];

  test.for([...common, ...patterns, ...names])('like %j is refused on sign-up', async (chosen) => {
    const before = await countUsers(site);
    const account = { name: 'Ada Lowenthal', email: 'a.lowenthal@example.org', password: chosen };
    expect(await visitor.post('/api/users', account)).toMatchObject(easy);
    expect(await countUsers(site)).toBe(before);
    expect((await visitor.post('/api/auth', account)).status).toBe(400);
  });

  test.for(['rustbernteam', 'Rust Bern Team 2026', 'Dev Connector'])('like %j, with the name of the site, is refused', async (chosen) => {
    const named = await openSiteWithIdentity({ name: 'Rust Bern Team' });
    const account = { name: 'Ada Lowenthal', email: 'a.lowenthal@example.org', password: chosen };
    expect(await clientOf(named).post('/api/users', account)).toMatchObject(easy);
    expect(await countUsers(named)).toBe(0);
  });

  test('does not consume an invitation', async () => {
    const inviteOnly = await openSite({ registration: 'invited' });
    const invitation = await invite(inviteOnly.db, { uses: 1, expiresAt: Date.now() + 60_000 });
    const guest = { name: 'Guest', email: 'guest@example.org', invitation };
    expect(await clientOf(inviteOnly).post('/api/users', { ...guest, password: 'password1' })).toMatchObject(easy);
    expect((await clientOf(inviteOnly).post('/api/users', { ...guest, password })).status).toBe(200);
  });

  describe('is refused', () => {
    let ada: TestMember;
    beforeAll(async () => void (ada = await createMember(site, 'Ada Lowenthal', 'ada.lowenthal@example.com')));
    const expectUnchanged = async () => {
      expect((await ada.get('/api/auth')).status).toBe(200);
      expect((await visitor.post('/api/auth', { email: ada.email, password })).status).toBe(200);
    };

    test.for(['sunshine', '11111111', 'ada.lowenthal', 'Dev Connector'])('on a change: %j', async (chosen) => {
      expect(await ada.put('/api/auth/password', { current: password, password: chosen })).toMatchObject(easy);
      await expectUnchanged();
    });

    test.for(['sunshine', 'ada.lowenthal@example.com', 'Dev Connector'])('on a reset, whose link stays valid: %j', async (chosen) => {
      const secret = await createResetLink(site.db, ada._id);
      expect(await visitor.post('/api/auth/reset', { secret, password: chosen })).toMatchObject(easy);
      await expectUnchanged();
      const { status, body } = await visitor.post('/api/auth/reset', { secret, password });
      expect(status).toBe(200);
      ada = { ...ada, ...clientOf(site, body.token) };
    });
  });
});

describe('any other password', () => {
  const uncommon = [
    'a long sentence that nobody says',
    'kvzqmtwx', // eight letters, no required character classes
    '74920518',
    'ｐａｓｓ　ｗｏｒｄ',
    'abcxyzab', // not a repeated sequence
    'devconnector is where I write', // longer than the name
    'Ada Lowenthal 18151852',
    `${'x'.repeat(limits.passwordMax - 1)}y`,
    'the following conditions:', // a line of the licence text in the password list
  ];

  test.for(uncommon)('like %j is accepted for sign-up, reset and change', async (chosen) => {
    const email = `user${uncommon.indexOf(chosen)}@example.org`;
    const expectToken = (response: TestResponse) => expect(response).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    expectToken(await visitor.post('/api/users', { name: 'Ada Lowenthal', email, password: chosen }));
    expectToken(await visitor.post('/api/auth', { email, password: chosen }));
    const [member] = (await createMembers(site, 1)) as [TestMember];
    expectToken(await visitor.post('/api/auth/reset', { secret: await createResetLink(site.db, member._id), password: chosen }));
    const back = await visitor.post('/api/auth', { email: member.email, password: chosen });
    expectToken(await clientOf(site, back.body.token).put('/api/auth/password', { current: chosen, password: `${chosen.slice(1)}!` }));
  });

  test('that is easily guessed but already set can still sign in', async () => {
    const [member] = (await createMembers(site, 1)) as [TestMember];
    await site.db.run`update users set password_hash = ${await hashPassword('password')} where id = ${member._id}`;
    expect((await visitor.post('/api/auth', { email: member.email, password: 'password' })).status).toBe(200);
  });
});
