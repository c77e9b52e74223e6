import { rates } from '@dev-connector/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMailedLink } from '../../src/features/accounts/mail/links.ts';
import { clientOf, errorResponse } from '../client.ts';
import { mailServer } from '../mail-server.ts';
import { createMember, password, type TestMember } from '../members.ts';
import { recordedSite } from '../recording-db.ts';
import { openSite } from '../site.ts';

const server = await mailServer();
const logged: string[] = [];
const logger = { level: 'trace', stream: { write: (line: string) => void logged.push(line) } };
const site = await openSite({ ...server.settings, publicUrl: 'https://dev.example', logger });
const { db, app } = site;
const visitor = clientOf(site);
const newPassword = 'a fresh password';
const subject = 'Set a new password';
const forgot = (email: string) => visitor.post('/api/auth/forgot', { email });
const reset = (secret: string, chosen = newPassword) => visitor.post('/api/auth/reset', { secret, password: chosen });
const invalid = errorResponse(400, 'This link has been used, replaced or has expired. Ask for a new one.', 'secret');

let ada: TestMember;
let members = 0;
beforeEach(async () => {
  ada = await createMember(site, `Ada${++members}`);
  server.mails.length = 0;
});
afterEach(async () => {
  await db.run`delete from jobs where kind = 'mail.send'`;
  server.behaviour = 'accept';
  vi.useRealTimers();
});

const request = async () => {
  expect((await forgot(ada.email)).status).toBe(200);
  await app.jobs.runDue();
  return server.secretFor(ada.email, subject);
};

test('mails a link that sets a password once, ends all sessions, confirms the address, and says so by mail', async () => {
  const secret = await request();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]?.text).toContain(`https://dev.example/dev/reset-password#${secret}`);
  expect((await ada.get('/api/auth')).body.emailVerified).toBe(false);
  const { status, body } = await reset(secret);
  expect(status).toBe(200);
  expect((await ada.get('/api/auth')).status).toBe(401);
  expect((await clientOf(site, body.token).get('/api/auth')).body.emailVerified).toBe(true);
  expect((await visitor.post('/api/auth', { email: ada.email, password })).status).toBe(400);
  expect((await visitor.post('/api/auth', { email: ada.email, password: newPassword })).status).toBe(200);
  expect(await reset(secret)).toMatchObject(invalid);
  await app.jobs.runDue();
  expect(server.mails.map(({ subject }) => subject)).toEqual([subject, 'Your password was changed']);
});

test('a link works for an hour after it was sent', async () => {
  const secret = await request();
  const hour = 60 * 60 * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour + 60_000 });
  expect(await reset(secret)).toMatchObject(invalid);
  vi.setSystemTime(Date.now() - 180_000);
  expect((await reset(secret)).status).toBe(200);
});

test('concurrent uses of a link set one password', async () => {
  const secret = await request();
  const responses = await Promise.all([reset(secret), reset(secret, 'another password')]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});

test('a new request voids the link of an earlier one; a mail that is sent twice does not', async () => {
  const first = await request();
  await forgot(ada.email);
  server.behaviour = 'close'; // after the mail has arrived at the server, as far as the recipient can tell
  await app.jobs.runDue();
  expect(await reset(first)).toMatchObject(invalid);
  server.behaviour = 'accept';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await db.run`update jobs set run_at = 0 where kind = 'mail.send'`;
  await app.jobs.runDue();
  expect(await db.all`select secret_hash from mailed_links where user_id = ${ada._id}`).toHaveLength(2);
  expect((await reset(server.secretFor(ada.email, subject))).status).toBe(200);
  expect(await db.all`select secret_hash from mailed_links where user_id = ${ada._id}`).toEqual([]);
});

test('a mail that is tried again does not void the link of a later request', async () => {
  server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  await forgot(ada.email);
  await app.jobs.runDue();
  server.behaviour = 'accept';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await db.run`update jobs set run_at = ${Date.now() + 3_600_000} where kind = 'mail.send'`;
  const secret = await request();
  await db.run`update jobs set run_at = 0 where kind = 'mail.send'`;
  await app.jobs.runDue();
  expect(server.mails).toHaveLength(2);
  expect((await reset(secret)).status).toBe(200);
});

test('a link that was mailed to a former address sets no password', async () => {
  const secret = await createMailedLink(db, {
    purpose: 'reset',
    userId: ada._id,
    email: `former-${ada.email}`,
    mailId: ada._id,
    causedAt: Date.now(),
  });
  expect(await reset(secret)).toMatchObject(invalid);
  expect((await visitor.post('/api/auth', { email: ada.email, password })).status).toBe(200);
});

test('a request is not answered after an hour', async () => {
  server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  await forgot(ada.email);
  await app.jobs.runDue();
  server.behaviour = 'accept';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
  await db.run`update jobs set run_at = 0 where kind = 'mail.send'`;
  await app.jobs.runDue();
  expect(server.mails).toEqual([]);
  expect(await db.all`select id from jobs where kind = 'mail.send'`).toEqual([]);
});

test('a change of password, of the address, or the deletion of the account voids the link', async () => {
  const first = await request();
  const { body } = await ada.put('/api/auth/password', { current: password, password: 'changed meanwhile' });
  expect(await reset(first)).toMatchObject(invalid);
  const again = clientOf(site, body.token);
  const second = await request();
  expect((await again.patch('/api/account', { email: `other-${ada.email}` })).status).toBe(200);
  expect(await reset(second)).toMatchObject(invalid);
  expect((await forgot(`other-${ada.email}`)).status).toBe(200);
  await app.jobs.runDue();
  const third = server.secretFor(`other-${ada.email}`, subject);
  expect((await again.delete('/api/profile')).status).toBe(200);
  expect(await reset(third)).toMatchObject(invalid);
});

test('answers an unknown address with the same bytes and the same statements, and sends nothing', async () => {
  const statements: string[] = [];
  const recorded = await recordedSite(site, ({ sql }) => void statements.push(sql.join('?')));
  const ask = async (email: string) => {
    statements.length = 0;
    const { status, raw } = await clientOf(recorded).post('/api/auth/forgot', { email });
    return { status, raw, statements: [...statements] };
  };
  const known = await ask(ada.email);
  expect(known.statements.length).toBeGreaterThan(0);
  expect(await ask('nobody@example.org')).toEqual(known);
  await app.jobs.runDue();
  expect(server.mails.map(({ recipient }) => recipient)).toEqual([ada.email]);
  expect(await db.all`select id from jobs where kind = 'mail.send'`).toEqual([]);
});

test('mails the stored address, not the one that was typed', async () => {
  await forgot(ada.email.toUpperCase());
  await app.jobs.runDue();
  expect(server.mails.map(({ recipient }) => recipient)).toEqual([ada.email]);
});

test('ignores the host of the request', async () => {
  const { status } = await clientOf({ app: (await openSite({ ...site.settings, publicUrl: undefined })).app }).post(
    '/api/auth/forgot',
    { email: ada.email },
    { host: 'evil.example' },
  );
  expect(status).toBe(200);
  await (await openSite({ ...site.settings, publicUrl: undefined })).app.jobs.runDue();
  expect(server.mails[0]?.text).toContain('http://localhost:3000/dev/reset-password#');
  expect(server.mails[0]?.source).not.toContain('evil.example');
});

test('stores only hashes of secrets, and logs neither secrets nor addresses', async () => {
  logged.length = 0;
  await forgot(ada.email);
  const queued = JSON.stringify(await db.all`select * from jobs where kind = 'mail.send'`);
  await app.jobs.runDue();
  const secret = server.secretFor(ada.email, subject);
  expect(queued).not.toContain(secret);
  expect(JSON.stringify(await db.all`select * from mailed_links`)).not.toContain(secret);
  expect((await reset(secret)).status).toBe(200);
  expect(logged.join('')).not.toContain(secret);
  expect(logged.join('')).not.toContain(ada.email);
});

test('limits requests for an address, known or not, and by network', async () => {
  const limited = await openSite({ ...server.settings, rateLimits: 'on', trustProxy: ['127.0.0.1'] });
  const from = (email: string, address: string) => clientOf(limited).post('/api/auth/forgot', { email }, { 'x-forwarded-for': address });
  await createMember(limited, 'Ada');
  const { account, address } = rates.forgot;
  for (const email of ['ada@example.org', 'nobody@example.org']) {
    for (let index = 0; index < account.times; index++) expect((await from(email, `198.51.100.${index}`)).status).toBe(200);
    expect((await from(email, '203.0.113.9')).status).toBe(429);
  }
  for (let index = 0; index < address.times; index++) expect((await from(`${index}@example.org`, '192.0.2.1')).status).toBe(200);
  expect((await from('another@example.org', '192.0.2.1')).status).toBe(429);
});

test('limits requests for an address by day', async () => {
  const limited = await openSite({ ...server.settings, rateLimits: 'on' });
  const { times } = rates.forgot.recipient;
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let index = 0; index <= times; index++) {
    vi.setSystemTime(start + index * 30 * 60_000);
    const { status } = await clientOf(limited).post('/api/auth/forgot', { email: 'ada@example.org' });
    expect(status).toBe(index < times ? 200 : 429);
  }
});

test('without a mail server, refuses with a reason, for known and unknown addresses', async () => {
  const plain = await openSite();
  await createMember(plain, 'Ada');
  for (const email of ['ada@example.org', 'nobody@example.org'])
    expect(await clientOf(plain).post('/api/auth/forgot', { email })).toMatchObject(
      errorResponse(403, 'This site sends no e-mail. An admin can help you.'),
    );
});
