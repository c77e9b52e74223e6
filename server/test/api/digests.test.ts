import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextDigest } from '../../src/features/notifications/mail/schedule.ts';
import { mailServer } from '../mail-server.ts';
import { createConfirmed, mailsTo } from '../mailed-members.ts';
import { signIn, type TestMember, writePost } from '../members.ts';
import { openProcess, openSite, runRecurring } from '../site.ts';

const server = await mailServer();
const site = await openSite({ ...server.settings, publicUrl: 'https://dev.example', unverifiedAccounts: 'full' });
const { db, app } = site;
const day = 24 * 60 * 60 * 1000;
/** A Wednesday, 01:00 in Berlin. */
const start = Date.parse('2027-01-13T00:00:00Z');

let ada: TestMember;
let grace: TestMember;
let post: string;

const at = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });
/** Runs the job at a time. */
const digestsAt = async (time: number) => {
  at(time);
  await runRecurring(site, 'notifications.digests');
  await app.jobs.runDue();
};
const digestsTo = (member: TestMember) => mailsTo(server, member).filter(({ subject }) => /digest|away/.test(subject ?? ''));
const comment = async (text: string) => (await (await signIn(site, grace)).post(`/api/posts/comment/${post}`, { text })).body[0]._id;

beforeEach(async () => {
  at(start);
  [ada, grace] = [await createConfirmed(site, 'Ada'), await createConfirmed(site, 'Grace')];
  post = await writePost(ada, 'On engines');
  server.mails.length = 0;
});

afterEach(async () => {
  vi.useRealTimers();
  server.behaviour = 'accept';
  await db.run`delete from mail_settings`;
  await db.run`delete from jobs where kind in ('mail.send', 'mail.bulk')`;
});

describe('a digest', () => {
  test('comes at eight in the morning of the member, with what is unread', async () => {
    await ada.patch('/api/notifications/mail', { frequency: 'daily', timeZone: 'Europe/Berlin' });
    await comment('First');
    await comment('Second');
    const read = await comment('Read on the site');
    const { body } = await ada.get('/api/notifications');
    await ada.post('/api/notifications/read', { id: body.find((one: { comment: { _id: string } }) => one.comment._id === read)._id });
    await digestsAt(start + 6.9 * 3_600_000);
    expect(mailsTo(server, ada)).toEqual([]);
    await digestsAt(start + 7 * 3_600_000);
    const [mail, ...more] = mailsTo(server, ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your daily digest: 2 notifications');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toMatch(/Second.*First/s);
      expect(part).toContain('Grace commented on your post: “On engines”');
      expect(part).not.toContain('Read on the site');
    }
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  });

  test('comes once a day, however often the job runs and a process ends, and does not repeat itself', async () => {
    await ada.patch('/api/notifications/mail', { frequency: 'daily' });
    await comment('First');
    at(start + 9 * 3_600_000);
    const other = await openProcess(site);
    server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
    await Promise.all([runRecurring(site, 'notifications.digests'), other.app.jobs.runDue()]);
    await comment('Second');
    await digestsAt(start + 10 * 3_600_000);
    server.behaviour = 'accept';
    await db.run`update jobs set run_at = 0 where kind = 'mail.bulk'`;
    await app.jobs.runDue();
    await digestsAt(start + 11 * 3_600_000);
    expect(digestsTo(ada)).toHaveLength(1);
    await digestsAt(start + day + 8 * 3_600_000);
    expect(digestsTo(ada).map(({ subject }) => subject)).toEqual(Array(2).fill('Your daily digest: 1 notification'));
    expect(digestsTo(ada)[1]?.text).not.toContain('First');
    await digestsAt(start + 2 * day + 8 * 3_600_000);
    expect(digestsTo(ada)).toHaveLength(2);
  });

  test('does not repeat what was mailed at once, nor is what it contained mailed again', async () => {
    await comment('Mailed at once');
    await app.jobs.runDue();
    expect(mailsTo(server, ada)).toHaveLength(1);
    const again = await signIn(site, ada);
    await again.patch('/api/notifications/mail', { frequency: 'daily' });
    await comment('In the daily one');
    await digestsAt(start + 8 * 3_600_000);
    await again.patch('/api/notifications/mail', { frequency: 'weekly' });
    await comment('In the weekly one');
    await digestsAt(Date.parse('2027-01-18T08:00:00Z'));
    await again.patch('/api/notifications/mail', { frequency: 'now' });
    at(Date.parse('2027-01-18T10:00:00Z'));
    await comment('At once again');
    await app.jobs.runDue();
    at(start + 70 * day);
    await comment('While away');
    await digestsAt(start + 70 * day);
    const texts = mailsTo(server, ada).map(({ text }) => text ?? '');
    for (const words of ['Mailed at once', 'In the daily one', 'In the weekly one', 'At once again', 'While away'])
      expect(
        texts.filter((text) => text.includes(words)),
        words,
      ).toHaveLength(1);
    expect(mailsTo(server, ada).map(({ subject }) => subject)).toEqual([
      'Your post “On engines”',
      'Your daily digest: 1 notification',
      'Your weekly digest: 1 notification',
      'Your post “On engines”',
      'Your notifications while you were away: 1 notification',
    ]);
  });

  test('does not come twice for a date after a change of the time zone or the frequency', async () => {
    await ada.patch('/api/notifications/mail', { frequency: 'daily', timeZone: 'Asia/Tokyo' });
    await comment('First');
    await digestsAt(Date.parse('2027-01-13T23:00:00Z'));
    expect(digestsTo(ada)).toHaveLength(1); // of 14 January
    await comment('Second');
    const again = await signIn(site, ada);
    await again.patch('/api/notifications/mail', { timeZone: 'America/Los_Angeles' });
    await again.patch('/api/notifications/mail', { frequency: 'weekly' });
    await again.patch('/api/notifications/mail', { frequency: 'daily' });
    await digestsAt(Date.parse('2027-01-14T17:00:00Z'));
    expect(digestsTo(ada)).toHaveLength(1);
    await digestsAt(Date.parse('2027-01-15T17:00:00Z'));
    expect(digestsTo(ada)).toHaveLength(2);
  });

  test('waits for Monday if it is weekly, and is not sent if all was read or the address is not confirmed', async () => {
    const kay = await createConfirmed(site, 'Kay');
    for (const member of [ada, kay]) await member.patch('/api/notifications/mail', { frequency: 'weekly' });
    await comment('First');
    await digestsAt(Date.parse('2027-01-17T23:00:00Z'));
    expect(digestsTo(ada)).toEqual([]);
    await digestsAt(Date.parse('2027-01-18T08:00:00Z'));
    expect(digestsTo(ada).map(({ subject }) => subject)).toEqual(['Your weekly digest: 1 notification']);
    expect(mailsTo(server, kay)).toEqual([]);
    await comment('Second');
    await db.run`update users set email_verified_at = null where id = ${ada._id}`;
    await digestsAt(Date.parse('2027-01-25T08:00:00Z'));
    expect(digestsTo(ada)).toHaveLength(1);
  });

  test('lists twenty notifications, and the number of the others', async () => {
    await ada.patch('/api/notifications/mail', { frequency: 'daily' });
    for (let index = 0; index < 23; index++) await comment(`Comment ${index}`);
    await digestsAt(start + day);
    expect(digestsTo(ada)[0]?.subject).toBe('Your daily digest: 23 notifications');
    expect(digestsTo(ada)[0]?.text).toContain('And 3 more.');
    expect(digestsTo(ada)[0]?.text?.match(/commented on your post/g)).toHaveLength(20);
  });
});

test('a time zone that this process does not know is UTC', async () => {
  for (const member of [ada, grace]) await member.patch('/api/notifications/mail', { frequency: 'daily' });
  await db.run`update mail_settings set time_zone = 'Europe/Atlantis', next_digest_at = 1 where user_id = ${ada._id}`;
  await comment('First');
  await digestsAt(start + 9 * 3_600_000);
  expect(digestsTo(ada)).toHaveLength(1);
  const next = await db.all`select next_digest_at as at from mail_settings where user_id in (${ada._id}, ${grace._id})`;
  expect(next).toEqual(Array(2).fill({ at: start + day + 8 * 3_600_000 }));
});

describe('a member who does not come back', () => {
  test.for(['daily', 'weekly', 'now'] as const)(
    'with mails %s receives a final digest after 60 days, and mails again after a sign-in',
    async (frequency) => {
      await ada.patch('/api/notifications/mail', { frequency });
      for (let days = 7; days < 60; days += 7) {
        at(start + days * day);
        await comment(`After ${days} days`);
        await digestsAt(start + days * day + day / 2);
      }
      const before = server.mails.length;
      expect(server.mails.some(({ subject }) => subject?.includes('away'))).toBe(false);
      expect(mailsTo(server, ada).length).toBeGreaterThan(0);
      for (let days = 63; days < 120; days += 7) {
        at(start + days * day);
        await comment(`After ${days} days`);
        await digestsAt(start + days * day + day / 2);
      }
      const final = mailsTo(server, ada).slice(before);
      expect(final.map(({ subject }) => subject)).toEqual([expect.stringContaining('Your notifications while you were away')]);
      expect(final[0]?.text).toContain('You have not been here for 60 days');
      await signIn(site, ada);
      at(start + 121 * day);
      await comment('Back again');
      await digestsAt(start + 130 * day);
      expect(mailsTo(server, ada).at(-1)?.text).toContain('Back again');
      expect(mailsTo(server, ada).at(-1)?.subject).not.toContain('away');
    },
  );

  test('is one who had no session when the first mail was due, after 30 days', async () => {
    await db.run`delete from sessions where user_id = ${ada._id}`;
    await comment('The first');
    await digestsAt(start);
    expect(mailsTo(server, ada).map(({ subject }) => subject)).toEqual(['Your post “On engines”']);
    at(start + 31 * day);
    await comment('The second');
    await digestsAt(start + 31 * day);
    expect(mailsTo(server, ada)[1]?.subject).toContain('away');
  });

  test('is one without a session, not one who reads', async () => {
    await ada.patch('/api/notifications/mail', { frequency: 'weekly' });
    for (let days = 7; days < 90; days += 7) {
      at(start + days * day);
      expect((await ada.get('/api/auth')).status).toBe(200);
      await db.run`update sessions set used_at = ${Date.now()} where user_id = ${ada._id}`; // the request does not wait for it
      await comment(`After ${days} days`);
      await digestsAt(start + days * day + day / 2);
    }
    expect(mailsTo(server, ada).some(({ subject }) => subject?.includes('away'))).toBe(false);
    expect(digestsTo(ada).length).toBeGreaterThan(10);
  });
});

describe('the time of a digest', () => {
  const next = (frequency: 'daily' | 'weekly', zone: string, now: string, last: string | null = null) =>
    new Date(nextDigest(frequency, zone, Date.parse(now), last)).toISOString();

  test('follows summer time, and dates that a time zone skips', () => {
    expect(next('daily', 'Europe/Berlin', '2027-03-27T08:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
    expect(next('daily', 'Europe/Berlin', '2027-10-30T06:00:00Z')).toBe('2027-10-31T07:00:00.000Z');
    expect(next('daily', 'Pacific/Apia', '2011-12-29T18:00:00Z')).toBe('2011-12-30T18:00:00.000Z');
    expect(next('weekly', 'Pacific/Auckland', '2027-01-17T18:59:00Z')).toBe('2027-01-17T19:00:00.000Z');
  });

  test('is after now, and on another date than the last', () => {
    expect(next('daily', 'UTC', '2027-01-13T08:00:00Z')).toBe('2027-01-14T08:00:00.000Z');
    expect(next('daily', 'UTC', '2027-01-13T07:59:59Z', '2027-01-13')).toBe('2027-01-14T08:00:00.000Z');
    expect(next('weekly', 'UTC', '2027-01-13T08:00:00Z')).toBe('2027-01-18T08:00:00.000Z');
  });
});
