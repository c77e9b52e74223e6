import { describe, expect, test } from 'vitest';
import { clientOf } from '../client.ts';
import { mailServer } from '../mail-server.ts';
import { createConfirmed, mailsTo } from '../mailed-members.ts';
import { createMember, password, type TestMember } from '../members.ts';
import { openSite } from '../site.ts';

/* Notifications of what happens to an account: sign-ins from new devices, and changes. */

const mailbox = await mailServer();
const site = await openSite({ ...mailbox.settings, rateLimits: 'on', unverifiedAccounts: 'full' });

const email = () => `${crypto.randomUUID()}@example.org`;
const listOf = async (member: Pick<TestMember, 'get'>) => (await member.get('/api/notifications')).body;
const secret = (letter: string) => letter.repeat(43);
const signIn = async (address: string, headers: Record<string, string> = {}) => {
  const { status, body } = await clientOf(site).post('/api/auth', { email: address, password }, headers);
  expect(status).toBe(200);
  return clientOf(site, body.token);
};
const device = (letter: string, agent = 'Mozilla/5.0 Firefox/150.0') => ({ 'x-device-secret': secret(letter), 'user-agent': agent });

test('tells a member of a sign-in from a new device, once, with its name', async () => {
  const address = email();
  const ada = await createMember(site, 'Ada', address);
  const other = await signIn(address, device('a'));
  const [notification, ...others] = await listOf(ada);
  expect(others).toEqual([]);
  expect(notification).toMatchObject({ kind: 'signIn', read: false, actors: [{ name: 'Ada' }], device: 'Mozilla/5.0 Firefox/150.0' });
  await signIn(address, device('a'));
  await signIn(address); // the address is known
  expect(await listOf(ada)).toHaveLength(1);
  await signIn(address, device('b'));
  expect(await listOf(ada)).toHaveLength(2);
  expect(await listOf(await createMember(site, 'Grace', email()))).toEqual([]);

  for (const { _id, current } of (await other.get('/api/auth/sessions')).body)
    if (!current) await other.delete(`/api/auth/sessions/${_id}`);
  expect((await listOf(other)).map(({ device }: { device?: string }) => device)).toEqual([undefined, 'Mozilla/5.0 Firefox/150.0']);
});

test('tells of a new device without rate limits, too', async () => {
  const free = await openSite({ ...mailbox.settings, rateLimits: 'off' });
  const ada = await createConfirmed(free, 'Ada');
  for (const headers of [device('a'), device('a'), {}]) await clientOf(free).post('/api/auth', { email: ada.email, password }, headers);
  await free.app.jobs.runDue();
  expect(await listOf(ada)).toMatchObject([{ kind: 'signIn' }]);
  expect(mailsTo(mailbox, ada).map(({ subject }) => subject)).toEqual(['New sign-in to your account']);
});

test('does not tell of a failed sign-in, nor with the kind off', async () => {
  const address = email();
  const ada = await createMember(site, 'Ada', address);
  await clientOf(site).post('/api/auth', { email: address, password: 'wrong password' }, device('c'));
  await ada.put('/api/notifications/settings', { settings: [{ kind: 'signIn', site: false }] });
  await signIn(address, device('d'));
  expect(await listOf(ada)).toEqual([]);
});

test('tells a member of each change of the account, and nobody else', async () => {
  const [ada, grace] = [await createMember(site, 'Ada', email()), await createMember(site, 'Grace', email())];
  const handle = `ada-${crypto.randomUUID().slice(0, 8)}`;
  await ada.patch('/api/account', { handle });
  await ada.patch('/api/account', { handle: handle.toUpperCase() }); // the same
  await ada.patch('/api/account', { name: 'Ada L.' });
  expect((await ada.patch('/api/account', { email: email() })).status).toBe(200);
  await ada.get('/api/users/me/data');
  await expect.poll(async () => (await listOf(ada)).length).toBe(3); // the download is noted meanwhile
  const { body } = await ada.put('/api/auth/password', { current: password, password: 'another long passphrase' });
  const again = clientOf(site, body.token);
  const list = await listOf(again);
  expect(list.map(({ kind, change }: { kind: string; change: string }) => [kind, change])).toEqual([
    ['security', 'password'],
    ['security', 'export'],
    ['security', 'email'],
    ['security', 'handle'],
  ]);
  expect((await again.get('/api/notifications/unread')).body).toEqual({ unread: 4 });
  expect(await listOf(grace)).toEqual([]);
  const { notifications } = (await again.get('/api/users/me/data')).body;
  expect(notifications.map(({ change }: { change: string }) => change).slice(0, 4)).toEqual(['handle', 'email', 'export', 'password']);
  await again.delete('/api/profile');
  await site.app.jobs.runDue();
  expect(await site.db.all`select * from notifications where user_id = ${ada._id}`).toEqual([]);
});

test('can be turned off', async () => {
  const ada = await createMember(site, 'Ada', email());
  await ada.put('/api/notifications/settings', { settings: [{ kind: 'security', site: false }] });
  await ada.patch('/api/account', { handle: `ada-${crypto.randomUUID().slice(0, 8)}` });
  expect(await listOf(ada)).toEqual([]);
});

describe('a mail about a sign-in', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

  test('from a new device names its browser, the time and what to do, and is sent once', async () => {
    const ada = await createConfirmed(site, 'Ada');
    await signIn(ada.email, device('e', firefox));
    await signIn(ada.email, device('e', firefox));
    await site.app.jobs.runDue();
    const [mail, ...more] = mailsTo(mailbox, ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New sign-in to your account');
    expect(mail?.text).toMatch(/with Firefox on Linux on \d+ \w+ \d{4} at \d\d:\d\d UTC/);
    expect(mail?.text).toContain('/dev/account#sessions');
    expect(mail?.text).not.toContain('e'.repeat(43));
  });

  test('is not sent for the first one or a failed one', async () => {
    const [first, failed] = [await createConfirmed(site, 'First'), await createConfirmed(site, 'Failed')];
    await site.db.run`delete from sessions where user_id = ${first._id}`;
    await signIn(first.email, device('f'));
    await clientOf(site).post('/api/auth', { email: failed.email, password: 'wrong password' }, device('g'));
    await site.app.jobs.runDue();
    for (const member of [first, failed]) expect(mailsTo(mailbox, member)).toEqual([]);
  });
});
