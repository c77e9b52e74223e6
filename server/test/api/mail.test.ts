import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createResetLink } from '../../src/features/accounts/password-resets.ts';
import { readQueueState } from '../../src/platform/jobs/admin.ts';
import { clientOf } from '../client.ts';
import { mailServer } from '../mail-server.ts';
import { createMember, password, type TestMember, unknownId } from '../members.ts';
import { openSite } from '../site.ts';

const server = await mailServer();
const logged: string[] = [];
const site = await openSite({
  ...server.settings,
  publicUrl: 'https://dev.example',
  metricsToken: 'for-prometheus',
  logger: { level: 'warn', stream: { write: (line) => void logged.push(line) } },
});
const { db, app } = site;

let ada: TestMember;
let members = 0;

beforeEach(async () => {
  ada = await createMember(site, `Ada${++members}`);
  await app.jobs.runDue();
  server.mails.length = 0;
  logged.length = 0;
});

afterEach(async () => {
  vi.useRealTimers();
  server.behaviour = 'accept';
  await db.run`delete from jobs where kind = 'mail.send'`;
});

const changePassword = () => ada.put('/api/auth/password', { current: password, password: 'a fresh password' });
const jobs = () => db.all<{ attempts: number; run_at: number; created_at: number; last_error: string; payload: string }>`
  select attempts, run_at, created_at, last_error, payload from jobs where kind = 'mail.send' order by created_at, id`;
const makeDue = () => db.run`update jobs set run_at = 0 where kind = 'mail.send'`;
const rejectedAt = async () =>
  (await db.get<{ at: number | null }>`select email_rejected_at as at from users where id = ${ada._id}`)?.at ?? null;
const counted = async (result: string) => {
  const { raw } = await clientOf(site).get('/metrics', { authorization: 'Bearer for-prometheus' });
  return Number(new RegExp(`^dev_connector_mails_total{result="${result}"} (\\d+)$`, 'm').exec(raw)?.[1]);
};

test('tells a member by mail that the password was changed', async () => {
  await changePassword();
  const sent = await counted('sent');
  await app.jobs.runDue();
  const [mail, ...more] = server.mails;
  expect(more).toEqual([]);
  expect(mail?.recipient).toBe(ada.email);
  expect(mail?.from?.value).toEqual([{ name: 'Community', address: 'community@dev.example' }]);
  expect(mail?.subject).toBe('Your password was changed');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.messageId).toMatch(/^<[\da-f-]{36}@dev\.example>$/);
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('The password of your account was changed');
    expect(part).toContain('https://dev.example/dev/login');
  }
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
  expect(await counted('sent')).toBe(sent + 1);
});

test('sends a notice that waited to the address of the time of the change', async () => {
  server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  const { body } = await changePassword();
  await app.jobs.runDue();
  const thief = `thief-${ada.email}`;
  expect((await clientOf(site, body.token).patch('/api/account', { email: thief })).status).toBe(200);
  await db.run`update users set email_verified_at = 1, email_pending = null where id = ${ada._id}`;
  server.behaviour = 'accept';
  await makeDue();
  await app.jobs.runDue();
  const subject = 'Your password was changed';
  expect(server.mails.filter((mail) => mail.subject === subject).map(({ recipient }) => recipient)).toEqual([ada.email]);
});

test('stores no address in a job, except of a deleted account for a few minutes', async () => {
  server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  const { body } = await changePassword();
  const again = clientOf(site, body.token);
  await again.get('/api/users/me/data');
  await again.patch('/api/account', { handle: `mailed-${members}`, email: `next-${ada.email}` });
  await db.run`update users set email_verified_at = 1, email_pending = null where id = ${ada._id}`;
  await app.jobs.runDue();
  const queued = async () => (await jobs()).map(({ payload }) => payload).join();
  expect(await jobs()).toHaveLength(4);
  expect(await queued()).not.toContain('@');
  expect((await again.delete('/api/profile')).status).toBe(200);
  await app.jobs.runDue();
  expect(await queued()).toContain(ada.email);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
  await makeDue();
  await app.jobs.runDue();
  expect(await jobs()).toEqual([]);
});

test('sends nothing if the change is rolled back, or the account is deleted before', async () => {
  expect((await ada.put('/api/auth/password', { current: 'wrong password', password: 'a fresh password' })).status).toBe(400);
  expect(await jobs()).toEqual([]);
  const { body } = await changePassword();
  await clientOf(site, body.token).delete('/api/profile');
  await app.jobs.runDue();
  expect(server.mails.filter(({ subject }) => subject === 'Your password was changed')).toEqual([]);
});

describe('a mail that the server defers (451)', () => {
  test('is tried again with growing pauses of up to an hour, with the same Message-ID, and arrives', async () => {
    await changePassword();
    const ids: unknown[] = [];
    server.behaviour = { data: '451 4.3.0 Try again later' };
    for (let attempt = 1; attempt <= 14; attempt++) {
      await app.jobs.runDue();
      const [job] = await jobs();
      expect(job).toMatchObject({ attempts: attempt, last_error: expect.stringContaining('451 4.3.0 Try again later') });
      ids.push(JSON.parse(job?.payload ?? '').id);
      const wait = (job?.run_at ?? 0) - Date.now();
      expect(wait).toBeLessThanOrEqual(Math.min(3_600_000, 1000 * 2 ** attempt));
      expect(wait).toBeGreaterThan(Math.min(3_600_000, 1000 * 2 ** attempt) / 2 - 60_000);
      await makeDue();
    }
    server.behaviour = 'accept';
    await app.jobs.runDue();
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([`<${ids[0]}@dev.example>`]);
    expect(new Set(ids).size).toBe(1);
    expect(await rejectedAt()).toBeNull();
  });

  test('is dropped after two days, and does not become a fault', async () => {
    await changePassword();
    server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
    await app.jobs.runDue();
    const [job] = await jobs();
    const day = 24 * 60 * 60 * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * day - 60_000 });
    await makeDue();
    await app.jobs.runDue();
    expect(await jobs()).toMatchObject([{ attempts: (job?.attempts ?? 0) + 1 }]);
    vi.setSystemTime(Date.now() + 120_000);
    await makeDue();
    await app.jobs.runDue();
    expect(await jobs()).toEqual([]);
    expect((await readQueueState(db)).parked).toBe(0);
    expect(server.mails).toEqual([]);
    expect(await counted('expired')).toBeGreaterThan(0);
  });
});

describe('a mail that the server rejects', () => {
  test('marks the address for a permanent rejection (550), is not tried again, and leaves the address out of the log', async () => {
    server.behaviour = { rcpt: `550 5.1.1 <${ada.email}>: Recipient address rejected` };
    await changePassword();
    await app.jobs.runDue();
    expect(await jobs()).toEqual([]);
    expect(await rejectedAt()).toBeGreaterThan(0);
    expect(logged.join('')).toContain('Recipient address rejected');
    expect(logged.join('')).not.toContain(ada.email);
  });

  test.for(['550 5.7.1 Relay access denied', '530 5.7.0 Authentication required', '554 No relaying', '452 4.2.2 Mailbox full'])(
    'does not blame the address for %s',
    async (rcpt) => {
      server.behaviour = { rcpt };
      await changePassword();
      await app.jobs.runDue();
      expect(await jobs()).toHaveLength(1);
      expect(await rejectedAt()).toBeNull();
    },
  );
});

describe('a server that fails', () => {
  test('by closing the connection in the middle of a mail leaves the mail for later', async () => {
    server.behaviour = 'close';
    await changePassword();
    await app.jobs.runDue();
    expect(await jobs()).toMatchObject([{ attempts: 1 }]);
    expect(server.mails).toEqual([]);
    expect(await rejectedAt()).toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    server.behaviour = 'accept';
    await makeDue();
    await app.jobs.runDue();
    expect(server.mails).toHaveLength(1);
  });

  test('by hanging after the mail costs at most the run time of a job', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      now: Date.now() + 60_000,
    });
    server.behaviour = 'hang';
    await changePassword();
    const run = app.jobs.runDue();
    await server.begun();
    vi.advanceTimersByTime(20_000);
    await run;
    expect(await jobs()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('20 s') }]);
  });

  test('by never greeting is asked once in half a minute, however many mails wait', async () => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      now: Date.now() + 120_000,
    });
    server.behaviour = 'silent';
    await changePassword();
    const run = app.jobs.runDue();
    await server.begun();
    vi.advanceTimersByTime(6_000);
    await run;
    expect(await jobs()).toMatchObject([{ attempts: 1 }]);
    const { connections } = server;
    await db.transaction(async (tx) => {
      for (let index = 0; index < 20; index++)
        await app.jobs.enqueue(tx, {
          kind: 'mail.send',
          payload: { id: `${index}`, kind: 'passwordChanged', queued: Date.now(), payload: { userId: ada._id, at: 0 } },
        });
    });
    await app.jobs.runDue();
    expect(server.connections).toBe(connections);
    expect((await jobs())[1]?.last_error).toContain('an earlier mail failed: Greeting never received');
    vi.setSystemTime(Date.now() + 31_000);
    await makeDue();
    server.behaviour = 'accept';
    for (let round = 0; round < 3; round++) {
      await app.jobs.runDue();
      await makeDue();
    }
    expect(server.mails).toHaveLength(21);
  });
});

test('a mail that is not sent after all leaves it to the next to find out whether the server is back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180_000 });
  server.behaviour = 'close';
  await changePassword();
  await app.jobs.runDue();
  server.behaviour = 'accept';
  await db.run`delete from jobs where kind = 'mail.send'`;
  vi.setSystemTime(Date.now() + 31_000);
  const bob = await createMember(site, `Bob${members}`);
  await db.transaction(async (tx) => {
    for (const [index, userId] of [unknownId, bob._id].entries())
      await app.jobs.enqueue(tx, {
        kind: 'mail.send',
        payload: { id: `${index}`, kind: 'passwordChanged', queued: Date.now(), payload: { userId, at: 0 } },
        order: 'mails',
      });
  });
  await app.jobs.runDue();
  expect(server.mails.map(({ recipient }) => recipient)).toContain(bob.email);
});

test('sends nothing to an address that SMTP would interpret, and marks it', async () => {
  const address = 'a@b.example>\r\nRCPT TO:<eve@evil.example';
  await db.run`update users set email = ${address}, email_key = ${address} where id = ${ada._id}`;
  await changePassword();
  await app.jobs.runDue();
  expect(server.mails).toEqual([]);
  expect(await jobs()).toEqual([]);
});

test('without SMTP_URL, changes enqueue no mail', async () => {
  const plain = await openSite();
  const bob = await createMember(plain, 'Bob');
  await clientOf(plain).post('/api/auth/reset', { secret: await createResetLink(plain.db, bob._id), password: 'a fresh password' });
  expect(await plain.db.all`select id from jobs where kind = 'mail.send'`).toEqual([]);
});
