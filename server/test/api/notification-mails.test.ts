import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseSender } from '../../src/platform/mail/addresses.ts';
import { clientOf } from '../client.ts';
import { mailServer } from '../mail-server.ts';
import { createConfirmed, mailsTo, runMails } from '../mailed-members.ts';
import { createMember, createMembers, type TestMember, writePost } from '../members.ts';
import { openProcess, openSite } from '../site.ts';
import { openSiteWithIdentity } from '../site-with-identity.ts';

const server = await mailServer();
const site = await openSite({ ...server.settings, publicUrl: 'https://dev.example', unverifiedAccounts: 'full' });
const { db, app } = site;
const minute = 60_000;
const hour = 60 * minute;

let ada: TestMember;
let grace: TestMember;
let post: string;

beforeEach(async () => {
  [ada, grace] = [await createConfirmed(site, 'Ada'), await createConfirmed(site, 'Grace')];
  post = await writePost(ada, 'On engines');
  await app.jobs.runDue();
  server.mails.length = 0;
});

afterEach(async () => {
  vi.useRealTimers();
  server.behaviour = 'accept';
  server.onMail = undefined;
  await db.run`delete from jobs where kind in ('mail.send', 'mail.bulk', 'notifications.mail', 'notifications.recipients')`;
});

const comment = async (member: TestMember, text: string, on = post): Promise<string> =>
  (await member.post(`/api/posts/comment/${on}`, { text })).body[0]._id;
const choose = (member: TestMember, kind: string, choice: object) =>
  member.put('/api/notifications/settings', { settings: [{ kind, ...choice }] });
const wait = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + time });
const subjects = (member: TestMember) => mailsTo(server, member).map(({ subject }) => subject);
/** Lets the mail server defer a mail, changes something, and lets it accept the mail. */
const meanwhile = async (change: () => Promise<unknown>) => {
  server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
  await app.jobs.runDue();
  await change();
  server.behaviour = 'accept';
  await runMails(site);
};

describe('a notification mail', () => {
  test('about a post in a followed tag is enqueued by one job for all followers', async () => {
    const tag = `t${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 20);
    const kay = await createConfirmed(site, 'Kay');
    await db.run`delete from notification_settings where kind = 'post'`;
    for (const member of [grace, kay]) {
      await choose(member, 'post', { site: true });
      await db.run`insert into tag_follows (user_id, tag, created_at) values (${member._id}, ${tag}, 1)`;
    }
    const jobsOf = async () => {
      await app.jobs.runDue(['notifications.post']);
      return app.jobs.runDue(['notifications.recipients']);
    };
    await writePost(ada, `Quiet #${tag}`);
    expect(await jobsOf()).toBe(0);
    for (const member of [grace, kay]) await choose(member, 'post', { email: true });
    await writePost(ada, `Loud #${tag}`);
    expect(await jobsOf()).toBe(1);
    await runMails(site);
    for (const member of [grace, kay]) expect(subjects(member)).toHaveLength(1);
  });

  test('about several posts of a followed member names and opens the posts', async () => {
    await choose(grace, 'post', { site: true, email: true });
    await grace.put(`/api/follows/users/${ada._id}`);
    for (const text of ['One', 'Two']) await writePost(ada, text);
    await app.jobs.runDue(['notifications.post']); // of both posts, before the mail is written
    await runMails(site);
    const [mail, ...more] = mailsTo(server, grace);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A member wrote the newest of 2 posts');
    expect(mail?.text).toMatch(/Ada wrote the newest of 2 posts\s+https:\/\/dev\.example\/dev\/\S+\/posts/);
    expect(mail?.text).toContain('Open your notifications');
    expect(mail?.text).not.toContain('Open the discussion');
  });

  test('tells the author of a post of a comment', async () => {
    const id = await comment(grace, 'Steam is *better*');
    await app.jobs.runDue();
    const [mail, ...more] = mailsTo(server, ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your post “On engines”');
    expect(mail?.source).toMatch(/^From: "?Community"? <community@dev\.example>\r$/m);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Grace commented on your post');
      expect(part).toContain('Steam is better');
      expect(part).toContain(`https://dev.example/dev/posts/${post}#comment-${id}`);
      expect(part).toContain('https://dev.example/dev/account#notifications');
    }
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.messageId).toMatch(/^<[\da-f-]{36}@dev\.example>$/);
    expect(mail?.references).toBe(`<discussion-${post}@dev.example>`);
    expect(mail?.source).toMatch(/^List-Unsubscribe:\s+<https:\/\/dev\.example\/api\/mail\/unsubscribe\/[\w-]{43}>\r$/m);
    expect(mail?.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(mail?.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
    expect(mailsTo(server, grace)).toEqual([]);
  });

  test('is sent for replies and mentions, and for other kinds to members who choose them', async () => {
    const handle = `ada-${crypto.randomUUID().slice(0, 8)}`;
    await ada.patch('/api/account', { handle });
    await app.jobs.runDue();
    server.mails.length = 0;
    const kay = await createConfirmed(site, 'Kay');
    await writePost(grace, `Ask @${handle}`);
    await grace.put(`/api/posts/${post}/like`);
    await grace.put(`/api/follows/users/${ada._id}`);
    await app.jobs.runDue();
    expect(subjects(ada)).toEqual([`The post “Ask @${handle}”`]);
    await choose(ada, 'follow', { email: true });
    await choose(ada, 'like', { email: true });
    for (const member of [grace, kay]) await member.patch('/api/account', { handle: `h-${crypto.randomUUID().slice(0, 8)}` });
    wait(2 * hour);
    await kay.put(`/api/follows/users/${ada._id}`);
    await app.jobs.runDue();
    expect(subjects(ada)).toEqual([`The post “Ask @${handle}”`, expect.stringMatching(/^@h-\w{8} and @h-\w{8} followed you$/)]);
    wait(2 * minute);
    await kay.put(`/api/posts/${await writePost(ada, 'On looms')}/like`);
    await app.jobs.runDue();
    expect(mailsTo(server, ada).at(-1)?.text).toContain('Kay liked your post');
  });

  test.for<[string, () => Promise<unknown>]>([
    ['is not confirmed', () => db.run`update users set email_verified_at = null where id = ${ada._id}`],
    ['was changed and waits for a confirmation', () => db.run`update users set email_pending = 1 where id = ${ada._id}`],
    ['was refused', () => db.run`update users set email_rejected_at = 1 where id = ${ada._id}`],
  ])('is not sent to an address that %s, also if that happens later', async ([, change]) => {
    await comment(grace, 'Before');
    await meanwhile(change);
    await comment(grace, 'After');
    wait(2 * hour);
    await runMails(site);
    expect(mailsTo(server, ada)).toEqual([]);
  });

  test('is sent if nothing changes while it waits, with the same Message-ID', async () => {
    await comment(grace, 'Still there');
    server.behaviour = { data: '451 4.3.0 Try again later' };
    await app.jobs.runDue();
    const [job] = await db.all<{ payload: string }>`select payload from jobs where kind = 'mail.bulk'`;
    await meanwhile(async () => {});
    expect(mailsTo(server, ada).map(({ messageId }) => messageId)).toEqual([`<${JSON.parse(job?.payload ?? '').id}@dev.example>`]);
  });

  test.for<[string, (id: string) => Promise<unknown>]>([
    ['was read', async () => ada.post('/api/notifications/read', { upTo: (await ada.get('/api/notifications')).body[0]._id })],
    ['was deleted', (id) => grace.delete(`/api/posts/comment/${post}/${id}`)],
    ['is on a post that was deleted', () => ada.delete(`/api/posts/${post}`)],
    ['is of an account that was deleted', () => grace.delete('/api/profile')],
    ['is in a discussion that was muted', () => ada.delete(`/api/posts/${post}/watch`)],
    ['is of a kind that was turned off', () => choose(ada, 'reply', { email: false })],
    ['is for a member who turned mails off', () => ada.patch('/api/notifications/mail', { frequency: 'off' })],
    ['is for an account that was deleted', () => ada.delete('/api/profile')],
  ])('leaves out what %s since', async ([, change]) => {
    const id = await comment(grace, 'Not any more');
    await meanwhile(() => change(id));
    expect(server.mails.filter(({ subject }) => subject?.includes('post'))).toEqual([]);
  });

  test('is one per discussion and hour, with all that came meanwhile', async () => {
    await comment(grace, 'One');
    await app.jobs.runDue();
    await comment(grace, 'Two');
    wait(30 * minute);
    await comment(grace, 'Three');
    await app.jobs.runDue();
    expect(mailsTo(server, ada)).toHaveLength(1);
    wait(31 * minute);
    await app.jobs.runDue();
    const [first, second, ...more] = mailsTo(server, ada);
    expect(more).toEqual([]);
    expect(second?.text).toMatch(/Two.*Three/s);
    expect(second?.text).not.toContain('One\n');
    expect(second?.references).toBe(first?.references);
    expect(second?.messageId).not.toBe(first?.messageId);
    wait(2 * hour);
    await app.jobs.runDue();
    expect(mailsTo(server, ada)).toHaveLength(2);
  });

  test('waits an hour after the previous one was sent, even if that one was deferred', async () => {
    await comment(grace, 'One');
    server.behaviour = { rcpt: '451 4.2.0 Greylisted' };
    for (const text of ['Two', 'Three', 'Four']) {
      await app.jobs.runDue();
      wait(50 * minute);
      await comment(grace, text);
    }
    await app.jobs.runDue();
    server.behaviour = 'accept';
    wait(hour);
    await app.jobs.runDue();
    expect(mailsTo(server, ada).map(({ text }) => text)).toEqual([expect.stringMatching(/One.*Two.*Three.*Four/s)]);
    await comment(grace, 'Five');
    for (let count = 0; count < 2; count++) {
      wait(29 * minute);
      await app.jobs.runDue();
    }
    expect(mailsTo(server, ada)).toHaveLength(1);
    wait(3 * minute);
    await app.jobs.runDue();
    expect(mailsTo(server, ada).map(({ text }) => text)).toEqual([expect.anything(), expect.stringContaining('Five')]);
  });

  test('is sent at once if the previous one was empty', async () => {
    await comment(grace, 'One');
    const [unread] = (await ada.get('/api/notifications')).body;
    await meanwhile(() => ada.post('/api/notifications/read', { upTo: unread._id }));
    await comment(grace, 'Two');
    await app.jobs.runDue();
    expect(mailsTo(server, ada).map(({ text }) => text)).toEqual([expect.stringContaining('Two')]);
  });

  test('is sent after the previous one expired', async () => {
    await comment(grace, 'One');
    await meanwhile(async () => wait(49 * hour));
    await comment(grace, 'Two');
    await runMails(site);
    expect(mailsTo(server, ada).map(({ text }) => text)).toEqual([expect.stringMatching(/One.*Two/s)]);
  });

  test('contains what came in its discussion before it was sent', async () => {
    await comment(grace, 'One');
    await meanwhile(() => comment(grace, 'Two'));
    expect(mailsTo(server, ada).map(({ text }) => text)).toEqual([expect.stringMatching(/One.*Two/s)]);
    expect(await db.all`select id from jobs where kind = 'notifications.mail' and run_at <= ${Date.now()}`).toEqual([]);
  });

  test('leaves no job that waits an hour for nothing', async () => {
    await comment(grace, 'Hello');
    await app.jobs.runDue();
    const job = { kind: 'notifications.mail', payload: { userId: ada._id, discussion: post }, key: 'again' } as const; // as after a crash
    await db.transaction((tx) => app.jobs.enqueue(tx, job));
    await app.jobs.runDue();
    expect(await db.all`select id from jobs where kind = 'notifications.mail'`).toEqual([]);
    expect(mailsTo(server, ada)).toHaveLength(1);
  });

  test('is one per minute and address', async () => {
    wait(0);
    const posts = [post, await writePost(ada, 'On looms'), await writePost(ada, 'On cards')];
    for (const id of posts) await comment(grace, 'Hello', id);
    await app.jobs.runDue();
    expect(mailsTo(server, ada)).toHaveLength(1);
    for (const count of [2, 3]) {
      wait(59_000);
      expect(await app.jobs.runDue(['mail.bulk'])).toBe(0);
      wait(1_500);
      await app.jobs.runDue(['mail.bulk']);
      expect(mailsTo(server, ada)).toHaveLength(count);
    }
  });

  test('is one per minute and address of all that are due together, also in several processes, and none is lost', async () => {
    wait(0);
    const posts = [post, await writePost(ada, 'On looms'), await writePost(ada, 'On cards')];
    for (const id of posts) await comment(grace, 'Hello', id);
    await app.jobs.runDue(['notifications.recipients', 'notifications.mail']);
    const other = await openProcess(site);
    for (const count of [1, 2, 3]) {
      wait(10 * minute);
      await Promise.all([app, other.app].map(({ jobs }) => jobs.runDue(['mail.bulk'])));
      expect(mailsTo(server, ada)).toHaveLength(count);
    }
    for (const id of posts) expect(mailsTo(server, ada).filter(({ text }) => text?.includes(`/dev/posts/${id}`))).toHaveLength(1);
  });

  test('is tried again with growing pauses while the server defers it, although a minute has to pass first', async () => {
    wait(0);
    server.behaviour = { data: '451 4.3.0 Try again later' };
    await comment(grace, 'Hello');
    await app.jobs.runDue();
    const read = () => db.get<{ attempts: number; run_at: number; last_error: string }>`
      select attempts, run_at, last_error from jobs where kind = 'mail.bulk'`;
    for (let attempts = 1; attempts <= 8; attempts++) {
      const failed = await read();
      expect(failed).toMatchObject({ attempts, last_error: expect.stringContaining('451') });
      const pause = (failed?.run_at ?? 0) - Date.now();
      expect(pause).toBeGreaterThan(1000 * 2 ** (attempts - 1) - 1000);
      wait(pause);
      await app.jobs.runDue(['mail.bulk']);
      const next = await read();
      if (next?.attempts !== attempts) continue;
      expect(next.last_error).toContain('451');
      wait(next.run_at - Date.now());
      await app.jobs.runDue(['mail.bulk']);
    }
  });

  test('escapes what members chose in its HTML, its headers and its sentences', async () => {
    await db.run`update users set name = ${'<img src=x>\r\nBcc: eve@evil.example \u202egrave'} where id = ${grace._id}`;
    await choose(ada, 'follow', { email: true });
    await grace.put(`/api/follows/users/${ada._id}`);
    await comment(grace, '<script>alert(1)</script> [x](javascript:alert(1))');
    wait(2 * minute);
    await runMails(site);
    expect(mailsTo(server, ada)).toHaveLength(1);
    wait(2 * minute);
    await runMails(site);
    expect(mailsTo(server, ada)).toHaveLength(2);
    for (const mail of mailsTo(server, ada)) {
      expect(mail.html).not.toMatch(/<img|<script|javascript:"|\u202e/);
      expect(mail.headers.get('bcc')).toBeUndefined();
    }
  });
});

describe('what strangers choose', () => {
  const handleOf = async (member: TestMember) => {
    const handle = `h${crypto.randomUUID().slice(0, 8)}`;
    await member.patch('/api/account', { handle });
    await app.jobs.runDue();
    server.mails.length = 0;
    return handle;
  };

  test('is quoted in a subject, in one line, without links, and cut', async () => {
    const handle = await handleOf(ada);
    const title = 'Your “password”\r\nexpires\u202e, sign in at https://evil.example/x or evil.example/x';
    const { body } = await grace.post('/api/posts', { title: 'Hello', text: `@${handle}` });
    await db.run`update posts set title = ${title} where id = ${body._id}`; // as an older version may have stored
    await app.jobs.runDue();
    wait(2 * hour);
    await grace.post('/api/posts', { title: `${'x'.repeat(58)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦`, text: `@${handle}` });
    await app.jobs.runDue();
    wait(2 * hour);
    await runMails(site);
    expect(subjects(ada)).toEqual(["The post “Your 'password' expires, sign in at [link] or [link]”", `The post “${'x'.repeat(58)}…”`]);
  });

  test('is no subject if it is a name: the handle is', async () => {
    await choose(ada, 'follow', { email: true });
    const handle = await handleOf(grace);
    await db.run`update users set name = 'Your account is locked. Call us today' where id = ${grace._id}`;
    await grace.put(`/api/follows/users/${ada._id}`);
    await app.jobs.runDue();
    const [mail] = mailsTo(server, ada);
    expect(mail?.subject).toBe(`@${handle} followed you`);
    expect(mail?.text).toContain(`https://dev.example/dev/@${handle}`);
  });

  test.for([
    'evil.example/login',
    'www.evil.example',
    'ada@evil.example',
    'сайт.рф',
    'пример.com',
    'Dev Connector',
    'DEV-C0NNECTOR dev connector',
    'Support',
    '\u202e\u200b',
  ])('is not in the sentences of a mail if it is the name %j, which looks like a link or the site', async (name) => {
    const handle = await handleOf(grace);
    await db.run`update users set name = ${name} where id = ${grace._id}`;
    await comment(grace, 'Hello');
    await app.jobs.runDue();
    const [mail] = mailsTo(server, ada);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`@${handle} commented on your post`);
  });

  test('is readable as an excerpt: without Markdown, entities, or half an emoji', async () => {
    const family = '👩‍👩‍👧‍👦';
    await comment(grace, `**Bold** & _more_ <b> [link](https://x.example) \`code\` ${family.repeat(100)}`);
    await app.jobs.runDue();
    const [mail] = mailsTo(server, ada);
    const quote = /^> (.*)$/m.exec(mail?.text ?? '')?.[1] ?? '';
    expect(quote).toMatch(/^Bold & more <b> link code /);
    expect(quote.replace(/^.*code /, '').replaceAll(family, '')).toBe('…');
    expect(mail?.html).toContain('Bold &amp; more &lt;b&gt; link code');
  });
});

test('mails have the name of the site as sender, in the subject and in the footer', async () => {
  const named = await openSiteWithIdentity(
    { name: 'Rust Bern' },
    { ...server.settings, mailFrom: parseSender('community@dev.example'), publicUrl: 'https://dev.example' },
  );
  const [author, other] = [await createConfirmed(named, 'Author'), await createConfirmed(named, 'Other')];
  await other.post(`/api/posts/comment/${await writePost(author, 'On engines')}`, { text: 'Hello' });
  await author.get('/api/users/me/data');
  await named.app.jobs.runDue();
  const mails = mailsTo(server, author);
  expect(mails).toHaveLength(2);
  for (const mail of mails) {
    expect(mail.from?.value).toEqual([{ name: 'Rust Bern', address: 'community@dev.example' }]);
    expect((await simpleParser(mail.source)).subject).toBe(`${mail.subject} · Rust Bern`);
    expect(mail.text).toMatch(/\n-- \n[\s\S]* at Rust Bern[\s\S]*\nRust Bern\nhttps:\/\/dev\.example\/dev\n$/);
    expect(mail.html).toContain('<a href="https://dev.example/dev"');
  }
});

test('a permanent rejection stops the mails of a member, who sees it and can have them sent again', async () => {
  server.behaviour = { rcpt: '550 5.1.1 No such user' };
  await comment(grace, 'Refused');
  await app.jobs.runDue();
  expect((await ada.get('/api/auth')).body).toMatchObject({ emailVerified: true, emailRejected: true });
  server.behaviour = 'accept';
  wait(2 * hour);
  await comment(grace, 'Not sent');
  await app.jobs.runDue();
  expect(mailsTo(server, ada)).toEqual([]);
  expect((await grace.post('/api/account/verification')).status).toBe(200);
  expect((await ada.get('/api/auth')).body.emailRejected).toBe(true);
  expect((await ada.post('/api/account/verification')).body).toEqual({ msg: 'Mail to your address is sent again' });
  expect((await ada.get('/api/auth')).body).toMatchObject({ emailVerified: true });
  expect((await ada.get('/api/auth')).body.emailRejected).toBeUndefined();
  await comment(grace, 'Sent again');
  await app.jobs.runDue();
  expect(mailsTo(server, ada)[0]?.text).toMatch(/Refused.*Not sent.*Sent again/s);
});

test.for<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['could not be sent in two days', async () => wait(49 * hour), async () => {}],
  [
    'was not sent because the address was not confirmed',
    () => db.run`update users set email_verified_at = null where id = ${ada._id}`,
    () => db.run`update users set email_verified_at = 1 where id = ${ada._id}`,
  ],
])('a later mail contains what %s', async ([, change, restore]) => {
  await comment(grace, 'Waits');
  await meanwhile(change);
  expect(mailsTo(server, ada)).toEqual([]);
  await restore();
  wait(2 * hour);
  await comment(grace, 'Later');
  await runMails(site);
  expect(mailsTo(server, ada).map(({ text }) => text)).toEqual([expect.stringMatching(/Waits.*Later/s)]);
});

test('a comment on a discussion with more watchers than a job finds is mailed to all of them', async () => {
  const watchers = await createMembers(site, 120);
  const ids = watchers.map(({ _id }) => _id);
  await db.run`update users set email_verified_at = 1 where id = any(${ids})`;
  await db.run`insert into notification_settings (user_id, kind, channel, is_on) select id, 'comment', 'email', 1 from users where id = any(${ids})`;
  await db.run`insert into post_watches (post_id, user_id, state, created_at) select ${post}, id, 'watched', 1 from users where id = any(${ids})`;
  await comment(grace, 'For all');
  for (const kind of ['notifications.watchers', 'notifications.recipients', 'notifications.mail'] as const) await app.jobs.runDue([kind]);
  const mails = await db.all<{ payload: string }>`select payload from jobs where kind = 'mail.bulk'`;
  expect(mails.map(({ payload }) => JSON.parse(payload).payload.userId).sort()).toEqual([ada._id, ...ids].sort());
});

test('three mails about notifications are sent at a time over the same connections, and a link for a new password does not wait for them', async () => {
  for (let index = 0; index < 10; index++) {
    const author = await createConfirmed(site, `Author ${index}`);
    await comment(grace, 'Hello', await writePost(author, 'On looms'));
  }
  await app.jobs.runDue(['notifications.recipients', 'notifications.mail']);
  const [three, reset, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.onMail = ({ subject }) => {
    const { length } = server.mails;
    if (length === 3) three.resolve();
    if (length === 11) all.resolve();
    return subject === 'Set a new password' ? reset.resolve() : reset.promise;
  };
  const { connections } = server;
  const other = await openProcess(site);
  other.app.jobs.start();
  await three.promise;
  await clientOf(other).post('/api/auth/forgot', { email: ada.email });
  await reset.promise;
  const notified = 'Your post “On looms”';
  expect(server.mails.map(({ subject }) => subject)).toEqual([notified, notified, notified, 'Set a new password']);
  await all.promise;
  expect(server.connections - connections).toBeLessThanOrEqual(5);
  await other.app.jobs.stop();
});

describe('the settings', () => {
  const url = '/api/notifications/mail';

  test('belong to one member', async () => {
    expect((await ada.get(url)).body).toEqual({ frequency: 'now', timeZone: 'UTC' });
    expect((await ada.patch(url, { frequency: 'daily', timeZone: 'europe/berlin' })).body).toEqual({
      frequency: 'daily',
      timeZone: 'Europe/Berlin',
    });
    expect((await ada.patch(url, { frequency: 'weekly' })).body).toEqual({ frequency: 'weekly', timeZone: 'Europe/Berlin' });
    expect((await grace.get(url)).body).toEqual({ frequency: 'now', timeZone: 'UTC' });
    for (const wrong of [{ frequency: 'hourly' }, { timeZone: 'Europe/Atlantis' }, { timeZone: '+01:00' }, { timeZone: '' }])
      expect((await ada.patch(url, wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await clientOf(site).get(url)).status).toBe(401);
    expect((await clientOf(site).patch(url, { frequency: 'off' })).status).toBe(401);
  });

  test('of a kind by e-mail are apart from those on the site', async () => {
    const { body } = await choose(ada, 'reply', { email: false });
    expect(body).toContainEqual({ kind: 'reply', site: true, email: false });
    expect(body).toContainEqual({ kind: 'mention', site: true, email: true });
    expect(body).toContainEqual({ kind: 'like', site: true, email: false });
    await comment(grace, 'On the site only');
    await app.jobs.runDue();
    expect(mailsTo(server, ada)).toEqual([]);
    expect((await ada.get('/api/notifications')).body).toHaveLength(1);
    expect((await choose(ada, 'signIn', { email: false })).body).toContainEqual({ kind: 'signIn', site: true, email: true });
    await choose(ada, 'reply', { site: false, email: true });
    await comment(grace, 'Nowhere');
    expect((await choose(ada, 'reply', { site: true })).body).toContainEqual({ kind: 'reply', site: true, email: true });
    expect((await ada.get('/api/notifications')).body).toHaveLength(1);
  });
});

describe('unsubscribing', () => {
  const visitor = clientOf(site);
  const path = async () => {
    await comment(grace, 'Hello');
    await app.jobs.runDue();
    return new URL(/<(https:[^>]+)>/.exec(mailsTo(server, ada)[0]?.source ?? '')?.[1] ?? '').pathname;
  };
  const frequency = async (member: TestMember) => (await member.get('/api/notifications/mail')).body.frequency;

  test('takes a POST request without a session, of any type, and can be repeated', async () => {
    const url = await path();
    const form = {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    } as const;
    const multipart = {
      ...form,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    };
    for (const request of [form, multipart, { method: 'POST', url } as const]) {
      await ada.patch('/api/notifications/mail', { frequency: 'now' });
      expect((await app.inject(request)).statusCode).toBe(200);
      expect(await frequency(ada)).toBe('off');
    }
    expect(await frequency(grace)).toBe('now');
    expect((await app.inject(form)).json()).toEqual({ msg: 'E-mails about notifications are off' });
    wait(2 * hour);
    await comment(grace, 'Unheard');
    await app.jobs.runDue();
    expect(mailsTo(server, ada)).toHaveLength(1);
  });

  test('does not happen by GET, which shows a page without scripts that sends the request', async () => {
    const url = await path();
    const page = await app.inject({ url, headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['referrer-policy'], page.headers['cache-control']]).toEqual([200, 'no-referrer', 'no-store']);
    expect(page.payload).toContain(`<form method="post" action="${url}"><button type="submit">Turn them off</button></form>`);
    for (const words of [
      'Dev Connector</bdi>',
      `${ada.email[0]}***@example.org receives them at once.`,
      'You will still see notifications on the site',
    ])
      expect(page.payload).toContain(words);
    expect(page.payload).not.toContain(ada.email);
    expect(page.payload).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    await app.inject({ method: 'HEAD', url });
    expect(await frequency(ada)).toBe('now');
    const done = await app.inject({
      method: 'POST',
      url,
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(done.statusCode).toBe(200);
    expect(done.payload).toContain('E-mails about notifications are off');
    expect(await frequency(ada)).toBe('off');
    const again = await app.inject({ url, headers: { accept: 'text/html' } });
    expect(again.payload).toContain(
      `<form method="post" action="${url}/undo"><button type="submit" class="quiet">Turn them on again</button></form>`,
    );
  });

  test.for(['now', 'daily', 'weekly'] as const)('can be undone by POST with the same token, and mails come %s again', async (before) => {
    const url = await path();
    const undo = `${url}/undo`;
    await ada.patch('/api/notifications/mail', { frequency: before, timeZone: 'Europe/Berlin' });
    for (let round = 0; round < 2; round++) expect((await visitor.post(url)).status).toBe(200);
    expect((await app.inject({ url: undo })).statusCode).toBe(405);
    expect(await frequency(ada)).toBe('off');
    expect(await visitor.post(undo)).toMatchObject({ status: 200, body: { msg: 'E-mails about notifications are on' } });
    expect((await ada.get('/api/notifications/mail')).body).toEqual({ frequency: before, timeZone: 'Europe/Berlin' });
    const next = await db.get<{ at: number | null }>`select next_digest_at as at from mail_settings where user_id = ${ada._id}`;
    expect(next?.at !== null).toBe(before !== 'now');
    await ada.patch('/api/notifications/mail', { frequency: 'off' });
    const page = await app.inject({ method: 'POST', url: undo, headers: { accept: 'text/html' } });
    expect(page.payload).toContain('E-mails about notifications are on again');
    expect(await frequency(ada)).toBe(before);
    expect(await frequency(grace)).toBe('now');
  });

  test('is shown as impossible for a link that is incomplete or of a deleted account', async () => {
    const url = await path();
    await ada.delete('/api/profile');
    for (const wrong of [url, url.slice(0, -1), '/api/mail/unsubscribe/x'])
      for (const request of [{ url: wrong }, { method: 'POST', url: wrong }, { method: 'POST', url: `${wrong}/undo` }] as const) {
        const page = await app.inject({ ...request, headers: { accept: 'text/html' } });
        expect([page.statusCode, page.payload], wrong).toEqual([404, expect.stringContaining('This link does not work')]);
        expect(page.payload).not.toContain('<form');
      }
  });

  test('needs a token of an account, which can do nothing else', async () => {
    const url = await path();
    const token = url.split('/').at(-1) ?? '';
    expect((await clientOf(site, token).get('/api/auth')).status).toBe(401);
    for (const other of ['verify', 'reset'])
      expect((await visitor.post(`/api/auth/${other}`, { secret: token, password: 'a fresh password' })).status).toBe(400);
    for (const wrong of ['x'.repeat(43), 'x', ada._id, '%00', `${token}x`]) {
      for (const suffix of ['', '/undo']) expect((await visitor.post(`/api/mail/unsubscribe/${wrong}${suffix}`)).status, wrong).toBe(404);
      const page = await app.inject({ method: 'POST', url: `/api/mail/unsubscribe/${wrong}`, headers: { accept: 'text/html' } });
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
    expect(await frequency(ada)).toBe('now');
    await ada.delete('/api/profile');
    await app.jobs.runDue();
    expect((await visitor.post(url)).status).toBe(404);
  });
});

test('without SMTP_URL, notifications enqueue no mail', async () => {
  const plain = await openSite();
  const [author, other] = [await createMember(plain, 'Author'), await createMember(plain, 'Other')];
  const id = await writePost(author, 'Quiet');
  await other.post(`/api/posts/comment/${id}`, { text: 'Hello' });
  expect(await plain.db.all`select id from jobs where kind like 'notifications.mail%' or kind = 'notifications.recipients'`).toEqual([]);
});
