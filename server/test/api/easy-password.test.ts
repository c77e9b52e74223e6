import { errors, limits } from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { invite } from '../../src/accounts/invitations.ts';
import { allowReset } from '../../src/accounts/password-resets.ts';
import { hashPassword } from '../../src/accounts/passwords/password.ts';
import { type Answer, clientOf, refusal } from '../client.ts';
import { crowd, type Person, password, signUp } from '../community.ts';
import { openSite, type Site } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const { msg } = errors.passwordEasy;
const easy = refusal(400, msg, 'password');
const usersOf = async ({ db }: Site) => (await db.get<{ count: number }>`select count(*) as count from users`)?.count;

describe('a password that others try first', () => {
  // Of the three thousand most common ones of our length some from each end, and of each kind.
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

  test.for([...common, ...patterns, ...names])('like %j opens no account', async (wanted) => {
    const before = await usersOf(site);
    const account = { name: 'Ada Lowenthal', email: 'a.lowenthal@example.org', password: wanted };
    expect(await visitor.post('/api/users', account)).toMatchObject(easy);
    expect(await usersOf(site)).toBe(before);
    expect((await visitor.post('/api/auth', account)).status).toBe(400);
  });

  test('uses up no invitation', async () => {
    const shut = await openSite({ registration: 'invited' });
    const invitation = await invite(shut.db, { uses: 1, expiresAt: Date.now() + 60_000 });
    const guest = { name: 'Guest', email: 'guest@example.org', invitation };
    expect(await clientOf(shut).post('/api/users', { ...guest, password: 'password1' })).toMatchObject(easy);
    expect((await clientOf(shut).post('/api/users', { ...guest, password })).status).toBe(200);
  });

  describe('is not changed to', () => {
    let ada: Person;
    beforeAll(async () => void (ada = await signUp(site, 'Ada Lowenthal', 'ada.lowenthal@example.com')));
    const unchanged = async () => {
      expect((await ada.get('/api/auth')).status).toBe(200);
      expect((await visitor.post('/api/auth', { email: ada.email, password })).status).toBe(200);
    };

    test.for(['sunshine', '11111111', 'ada.lowenthal', 'Dev Connector'])('%j', async (wanted) => {
      expect(await ada.put('/api/auth/password', { current: password, password: wanted })).toMatchObject(easy);
      await unchanged();
    });

    test.for(['sunshine', 'ada.lowenthal@example.com', 'Dev Connector'])('%j with a link, which works on', async (wanted) => {
      const secret = await allowReset(site.db, ada._id);
      expect(await visitor.post('/api/auth/reset', { secret, password: wanted })).toMatchObject(easy);
      await unchanged();
      const { status, body } = await visitor.post('/api/auth/reset', { secret, password });
      expect(status).toBe(200);
      ada = { ...ada, ...clientOf(site, body.token) };
    });
  });
});

describe('any other password', () => {
  const uncommon = [
    'a long sentence that nobody says',
    'kvzqmtwx', // eight letters, and no rule about what they are
    '74920518',
    'ｐａｓｓ　ｗｏｒｄ',
    'abcxyzab', // not whole twice
    'devconnector is where I write', // more than the name
    'Ada Lowenthal 18151852',
    `${'x'.repeat(limits.passwordMax - 1)}y`,
    'the following conditions:', // a line of the licence above the list
  ];

  test.for(uncommon)('like %j is good at all three doors', async (wanted) => {
    const email = `twin${uncommon.indexOf(wanted)}@example.org`;
    const entered = (answer: Answer) => expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } });
    entered(await visitor.post('/api/users', { name: 'Ada Lowenthal', email, password: wanted }));
    entered(await visitor.post('/api/auth', { email, password: wanted }));
    const [member] = (await crowd(site, 1)) as [Person];
    entered(await visitor.post('/api/auth/reset', { secret: await allowReset(site.db, member._id), password: wanted }));
    const back = await visitor.post('/api/auth', { email: member.email, password: wanted });
    entered(await clientOf(site, back.body.token).put('/api/auth/password', { current: wanted, password: `${wanted.slice(1)}!` }));
  });

  test('that somebody has already still lets them in', async () => {
    const [member] = (await crowd(site, 1)) as [Person];
    await site.db.run`update users set password_hash = ${await hashPassword('password')} where id = ${member._id}`;
    expect((await visitor.post('/api/auth', { email: member.email, password: 'password' })).status).toBe(200);
  });
});
