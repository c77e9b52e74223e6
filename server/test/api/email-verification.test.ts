import { rates } from '@dev-connector/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, clientOf, errorResponse } from '../client.ts';
import { mailServer } from '../mail-server.ts';
import { createMember, password, signUp, type TestMember } from '../members.ts';
import { openSite, runRecurring } from '../site.ts';

const server = await mailServer();
const site = await openSite({ ...server.settings, publicUrl: 'https://dev.example' });
const { db, app } = site;
const visitor = clientOf(site);
const verify = (secret: string) => visitor.post('/api/auth/verify', { secret });
const invalid = errorResponse(400, 'This link has been used, replaced or has expired. Ask for a new one.', 'secret');
const hour = 60 * 60 * 1000; // ms
const [confirm, changed] = ['Confirm your e-mail address', 'Your e-mail address was changed'];

let ada: TestMember;
let secret: string;
let members = 0;
beforeEach(async () => {
  ada = await signUp(site, `Ada${++members}`);
  await app.jobs.runDue();
  secret = server.secretFor(ada.email, confirm);
});
afterEach(async () => {
  await db.run`delete from jobs where kind = 'mail.send'`;
  vi.useRealTimers();
  server.behaviour = 'accept';
  server.mails.length = 0;
});

const isVerified = async (member: Client = ada) => (await member.get('/api/auth')).body.emailVerified;

test('a sign-up mails a link, which works once, and only by POST', async () => {
  expect(server.mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([[ada.email, confirm]]);
  expect(server.mails[0]?.text).toContain(`https://dev.example/dev/confirm-email#${secret}`);
  expect(server.mails[0]?.source).not.toContain('Ada'); // nothing that the person who signed up typed
  expect((await visitor.get('/api/auth/verify')).status).toBe(405);
  expect(await isVerified()).toBe(false);
  expect(await verify(secret)).toMatchObject({ status: 200, body: { msg: 'E-mail address confirmed' } });
  expect(await isVerified()).toBe(true);
  expect(await verify(secret)).toMatchObject(invalid);
});

test('a link works for 24 hours, for its own account, and not for a reset', async () => {
  const reset = await visitor.post('/api/auth/reset', { secret, password: 'a fresh password' });
  expect(reset).toMatchObject(invalid);
  for (const wrong of ['made up', 'x'.repeat(43)]) expect(await verify(wrong)).toMatchObject(invalid);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * hour + 60_000 });
  expect(await verify(secret)).toMatchObject(invalid);
  vi.setSystemTime(Date.now() - 180_000);
  const eve = await createMember(site, `Eve${members}`);
  expect((await verify(secret)).status).toBe(200);
  expect(await isVerified(eve)).toBe(false);
});

test('a reset link confirms nothing by POST /api/auth/verify', async () => {
  await visitor.post('/api/auth/forgot', { email: ada.email });
  await app.jobs.runDue();
  expect(await verify(server.secretFor(ada.email, 'Set a new password'))).toMatchObject(invalid);
});

test('a member can ask for another link, which replaces the first, until the address is confirmed', async () => {
  expect((await visitor.post('/api/account/verification')).status).toBe(401);
  expect((await ada.post('/api/account/verification')).status).toBe(200);
  await app.jobs.runDue();
  expect(await verify(secret)).toMatchObject(invalid);
  expect((await verify(server.secretFor(ada.email, confirm))).status).toBe(200);
  server.mails.length = 0;
  expect((await ada.post('/api/account/verification')).status).toBe(200);
  await app.jobs.runDue();
  expect(server.mails).toEqual([]);
});

test('a refused address is shown to its member until it changes or another link is asked for', async () => {
  const rejected = async () => (await ada.get('/api/auth')).body.emailRejected;
  server.behaviour = { rcpt: '550 5.1.1 No such user' };
  await ada.post('/api/account/verification');
  await app.jobs.runDue();
  server.behaviour = 'accept';
  expect(await rejected()).toBe(true);
  await ada.post('/api/account/verification');
  expect(await rejected()).toBeUndefined();
});

const change = async (email: string, member: Client = ada) => {
  expect((await member.patch('/api/account', { email })).status).toBe(200);
  await app.jobs.runDue();
};
/** Changes the address and confirms the new one, as a thief with a session and the password can. */
const changeAndConfirm = async (email: string) => {
  await change(email);
  expect((await verify(server.secretFor(email, confirm))).status).toBe(200);
};
const retry = async () => {
  server.behaviour = 'accept';
  await db.run`update jobs set run_at = 0 where kind = 'mail.send'`;
  await app.jobs.runDue();
};
const later = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
const mailsTo = (address: string) => server.mails.filter(({ recipient }) => recipient === address).map(({ subject }) => subject);

test('a change mails a link to the new address, voids that of the old, and tells the old one', async () => {
  await verify(secret);
  const next = `next-${ada.email}`;
  await change(next);
  expect(await isVerified()).toBe(false);
  expect((await verify(server.secretFor(next, confirm))).status).toBe(200);
  expect(await isVerified()).toBe(true);
  const [notice] = server.mails.filter(({ recipient, subject }) => recipient === ada.email && subject === changed);
  expect(notice?.text).toContain(`https://dev.example/dev/restore-email#${server.secretFor(ada.email, changed)}`);
  expect(notice?.source).not.toContain(next);
});

test('the old address can undo a change for seven days: it is back, confirmed, and all sessions, reset links and the password end', async () => {
  await verify(secret);
  const next = `next-${ada.email}`;
  await change(next);
  await visitor.post('/api/auth/forgot', { email: next });
  await app.jobs.runDue();
  const [undo, reset] = [server.secretFor(ada.email, changed), server.secretFor(next, 'Set a new password')];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 24 * hour - 120_000 });
  expect(await verify(undo)).toMatchObject({ status: 200, body: { msg: 'E-mail address restored' } });
  expect((await ada.get('/api/auth')).status).toBe(401);
  expect(await verify(undo)).toMatchObject(invalid);
  expect(await visitor.post('/api/auth/reset', { secret: reset, password: 'of the intruder' })).toMatchObject(invalid);
  for (const email of [ada.email, next]) expect((await visitor.post('/api/auth', { email, password })).status).toBe(400);
  await visitor.post('/api/auth/forgot', { email: ada.email });
  await app.jobs.runDue();
  const { body } = await visitor.post('/api/auth/reset', {
    secret: server.secretFor(ada.email, 'Set a new password'),
    password: 'a fresh one',
  });
  expect((await clientOf(site, body.token).get('/api/auth')).body).toMatchObject({ email: ada.email, emailVerified: true });
});

test('a change cannot be undone after seven days', async () => {
  await verify(secret);
  await change(`next-${ada.email}`);
  const undo = server.secretFor(ada.email, changed);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 24 * hour + 60_000 });
  expect(await verify(undo)).toMatchObject(invalid);
});

test('undoing a later change does not stop the first address from undoing the first', async () => {
  await verify(secret);
  const [second, third] = [`second-${ada.email}`, `third-${ada.email}`];
  await changeAndConfirm(second);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  await change(third);
  const [first, later] = [server.secretFor(ada.email, changed), server.secretFor(second, changed)];
  expect((await verify(later)).status).toBe(200);
  expect((await verify(first)).status).toBe(200);
  expect(await db.get`select email from users where id = ${ada._id}`).toEqual({ email: ada.email });
});

test('undoing the first change voids the links of later ones', async () => {
  await verify(secret);
  const [second, third] = [`second-${ada.email}`, `third-${ada.email}`];
  await changeAndConfirm(second);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  await change(third);
  const [first, later] = [server.secretFor(ada.email, changed), server.secretFor(second, changed)];
  expect((await verify(first)).status).toBe(200);
  expect(await verify(later)).toMatchObject(invalid);
});

test('undoing the first change voids the mails about later ones that the server has deferred', async () => {
  await verify(secret);
  const [second, third] = [`second-${ada.email}`, `third-${ada.email}`];
  await changeAndConfirm(second);
  later(1000);
  server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  await change(third);
  expect((await verify(server.secretFor(ada.email, changed))).status).toBe(200);
  await retry();
  expect(mailsTo(second)).not.toContain(changed);
});

test('an address that was never confirmed cannot undo its change, and gets no mail about it', async () => {
  const next = `next-${ada.email}`;
  await change(next);
  expect(mailsTo(ada.email)).toEqual([confirm]);
  expect(mailsTo(next)).toEqual([confirm]);
  expect((await signUp(site, `Typo${members}`, ada.email)).email).toBe(ada.email);
});

test('while a change can be undone, no other account can have the address; its own can', async () => {
  await verify(secret);
  await change(`next-${ada.email}`);
  const taken = errorResponse(400, 'User already exists', 'email');
  const other = await createMember(site, `Other${members}`);
  const signUpWith = (email: string) => visitor.post('/api/users', { name: 'Eve', email, password });
  for (const email of [ada.email, ada.email.toUpperCase()]) {
    expect(await signUpWith(email)).toMatchObject(taken);
    expect(await other.patch('/api/account', { email })).toMatchObject(taken);
  }
  const undo = server.secretFor(ada.email, changed);
  expect((await ada.patch('/api/account', { email: ada.email })).status).toBe(200);
  await change(`last-${ada.email}`);
  expect((await verify(undo)).status).toBe(200);
});

test('an address is free again when its change can no longer be undone', async () => {
  await verify(secret);
  await change(`next-${ada.email}`);
  later(7 * 24 * hour + 60_000);
  expect((await signUp(site, `Other${members}`, ada.email)).email).toBe(ada.email);
});

test('an address is free again after the deletion of the account that had it', async () => {
  await verify(secret);
  await change(`next-${ada.email}`);
  expect((await ada.delete('/api/profile')).status).toBe(200);
  expect((await signUp(site, `Other${members}`, ada.email)).email).toBe(ada.email);
});

test('undoing fails while another account has the address, and keeps the link', async () => {
  await verify(secret);
  await change(`next-${ada.email}`);
  const undo = server.secretFor(ada.email, changed);
  const other = await createMember(site, `Other${members}`, ada.email);
  expect(await verify(undo)).toMatchObject(errorResponse(400, 'User already exists', 'email'));
  await other.delete('/api/profile');
  expect((await verify(undo)).status).toBe(200);
});

test('security mails tell of a download, another handle and a deletion', async () => {
  await verify(secret);
  server.mails.length = 0;
  await ada.get('/api/users/me/data');
  await ada.delete('/api/profile');
  const subjects = async () => {
    await app.jobs.runDue();
    return server.mails.filter(({ recipient }) => recipient === ada.email).map(({ subject }) => subject);
  };
  expect(await subjects()).toEqual(['Your account was deleted']); // nothing about an account that is gone
  const bob = await createMember(site, `Bob${members}`);
  await bob.get('/api/users/me/data');
  expect((await bob.patch('/api/account', { handle: `robert-${members}` })).status).toBe(200);
  await app.jobs.runDue();
  const subjectsOfBob = server.mails.filter(({ recipient }) => recipient === bob.email).map(({ subject }) => subject);
  expect(subjectsOfBob.toSorted()).toEqual(['Your data was downloaded', 'Your handle was changed']);
});

test('a handle in another case causes no mail', async () => {
  const bob = await createMember(site, `Bob${members}`);
  await bob.patch('/api/account', { handle: `robert-${members}` });
  await app.jobs.runDue();
  server.mails.length = 0;
  expect((await bob.patch('/api/account', { handle: `Robert-${members}` })).status).toBe(200);
  await app.jobs.runDue();
  expect(server.mails).toEqual([]);
});

const changePassword = async (member: Client, [from, to] = [password, 'a fresh password']): Promise<Client> =>
  clientOf(site, (await member.put('/api/auth/password', { current: from, password: to })).body.token);

describe('mails about the security of an account', () => {
  test('go to its address before it is confirmed, too, and say what to do with a mistake', async () => {
    await ada.get('/api/users/me/data');
    expect((await ada.patch('/api/account', { handle: `lovelace-${members}` })).status).toBe(200);
    const again = await changePassword(ada);
    await clientOf(site).post('/api/auth', { email: ada.email, password: 'a fresh password' }, { 'x-device-secret': 'x'.repeat(43) });
    await app.jobs.runDue();
    const about = ['New sign-in to your account', 'Your data was downloaded', 'Your handle was changed', 'Your password was changed'];
    expect(mailsTo(ada.email).toSorted()).toEqual([confirm, ...about]);
    expect((await again.delete('/api/profile')).status).toBe(200);
    await app.jobs.runDue();
    expect(mailsTo(ada.email).at(-1)).toBe('Your account was deleted');
    for (const { text, source } of server.mails.slice(1)) {
      expect(text).toContain('If you have no account at Dev Connector, someone else entered your address');
      expect(source).not.toMatch(/Ada\d|lovelace/); // nothing that the person who signed up typed
    }
  });

  test('go to the former address until the new one is confirmed', async () => {
    await verify(secret);
    const next = `next-${ada.email}`;
    await change(next);
    const again = await changePassword(ada);
    await app.jobs.runDue();
    expect(mailsTo(ada.email)).toContain('Your password was changed');
    expect(mailsTo(next)).toEqual([confirm]);
    expect((await verify(server.secretFor(next, confirm))).status).toBe(200);
    expect((await again.patch('/api/account', { handle: `next-${members}` })).status).toBe(200);
    await app.jobs.runDue();
    expect(mailsTo(next)).toEqual([confirm, 'Your handle was changed']);
    expect(mailsTo(ada.email)).not.toContain('Your handle was changed');
  });

  test('tell the former address of a deletion while the new one is not confirmed', async () => {
    await verify(secret);
    await change(`next-${ada.email}`);
    expect((await ada.delete('/api/profile')).status).toBe(200);
    await app.jobs.runDue();
    expect(mailsTo(ada.email)).toContain('Your account was deleted');
    expect(mailsTo(`next-${ada.email}`)).toEqual([confirm]);
  });

  test('are limited by day for an address that is not confirmed, without refusing what they tell of', async () => {
    const limited = await openSite({ ...server.settings, rateLimits: 'on', unverifiedAccounts: 'full' });
    const { times } = rates.verification.recipient;
    const [pending, confirmed] = [await createMember(limited, `Pending${members}`), await createMember(limited, `Confirmed${members}`)];
    await limited.db.run`update users set email_pending = 1 where id = ${pending._id}`;
    for (const member of [pending, confirmed])
      for (let index = 0; index <= times; index++)
        expect((await member.patch('/api/account', { handle: `h${members}-${member._id.slice(-6)}-${index % 2}` })).status).toBe(200);
    await limited.app.jobs.runDue();
    expect(mailsTo(pending.email)).toHaveLength(times);
    expect(mailsTo(confirmed.email)).toHaveLength(times + 1);
  });

  test('go to no other address that is not confirmed than the one for which they were counted', async () => {
    const limited = await openSite({ ...server.settings, rateLimits: 'on', unverifiedAccounts: 'full' });
    const member = await createMember(limited, `Moving${members}`);
    await limited.db.run`update users set email_pending = 1 where id = ${member._id}`;
    await limited.app.jobs.runDue();
    await member.patch('/api/account', { handle: `moving-${members}` });
    expect((await member.patch('/api/account', { email: `next-${member.email}` })).status).toBe(200);
    await limited.app.jobs.runDue();
    expect(mailsTo(`next-${member.email}`)).toEqual([confirm]);
  });
});

test('limits the links to an address by day, whichever accounts ask for them', async () => {
  const limited = await openSite({ ...server.settings, rateLimits: 'on', trustProxy: ['127.0.0.1'] });
  const email = 'stranger@example.org';
  const from = (index: number) => ({ 'x-forwarded-for': `198.51.100.${index}` });
  const { times } = rates.verification.recipient;
  for (let index = 0; index <= times; index++) {
    const { status, body } = await clientOf(limited).post('/api/users', { name: 'Eve', email, password }, from(index));
    expect(status).toBe(index < times ? 200 : 429);
    if (status === 200) expect((await clientOf(limited, body.token).delete('/api/profile', from(index))).status).toBe(200);
  }
  const bob = await createMember(limited, `Bob${members}`);
  expect((await bob.patch('/api/account', { email })).status).toBe(429);
  await limited.app.jobs.runDue();
  expect(await limited.db.get`select email from users where id = ${bob._id}`).toEqual({ email: bob.email });
});

test('expired links are deleted', async () => {
  await db.run`update mailed_links set expires_at = 1`;
  await runRecurring(site, 'accounts.purge');
  expect(await db.all`select secret_hash from mailed_links`).toEqual([]);
});
