import { expect, test } from 'vitest';
import { checkMail } from '../../src/cli/doctor/mail.ts';
import { parseSmtpUrl } from '../../src/platform/mail/addresses.ts';
import { mailServer } from '../mail-server.ts';
import { databaseEnvironment, freePort, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const server = await mailServer({ user: 'site', pass: 'hunter2' });
const site = await openSite();
const environment = {
  ...databaseEnvironment(site.settings),
  SMTP_URL: server.url,
  MAIL_FROM: 'community@dev.example',
  PUBLIC_URL: 'https://dev.example',
};
const send = (changes: Record<string, string> = {}, address = 'ada@example.org') =>
  runHere(['mail', 'test', address], { ...environment, ...changes });

test('sends a test e-mail', async () => {
  expect(await send()).toMatchObject({ code: 0, out: 'The mail server accepted the e-mail to ada@example.org.\n' });
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toMatchObject({ recipient: 'ada@example.org', subject: 'Test e-mail' });
  expect(server.mails[0]?.from?.value).toEqual([{ name: 'Dev Connector', address: 'community@dev.example' }]);
});

test('says why it was not sent, without the password', async () => {
  server.behaviour = { rcpt: '550 5.1.1 No such user' };
  const rejected = await send();
  expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('The e-mail was not sent: 550 5.1.1 No such user') });
  const wrong = await send({ SMTP_URL: server.url.replace('hunter2', 'wrong-password') });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('535') });
  for (const { err } of [rejected, wrong]) expect(err).not.toMatch(/hunter2|wrong-password/);
});

test('refuses an address that is none, and a site without a mail server', async () => {
  expect(await send({}, 'ada')).toMatchObject({ code: 2, err: expect.stringContaining('"ada" is not an e-mail address') });
  const { SMTP_URL: _, ...without } = environment;
  expect(await runHere(['mail', 'test', 'ada@example.org'], without)).toMatchObject({
    code: 1,
    err: expect.stringContaining('SMTP_URL is not set'),
  });
});

test('doctor reports whether the mail server can be used', async () => {
  const check = (changes: object, offline = false) => checkMail({ ...site.settings, ...server.settings, ...changes }, { offline });
  expect(await check({ smtpUrl: parseSmtpUrl(server.url) })).toMatchObject([{ check: 'mail', state: 'ok' }]);
  const wrong = await check({ smtpUrl: parseSmtpUrl(server.url.replace('hunter2', 'wrong-password')) });
  expect(wrong).toMatchObject([{ state: 'fault', message: expect.stringContaining('535') }]);
  expect(wrong[0]?.message).not.toContain('wrong-password');
  const closed = { smtpUrl: parseSmtpUrl(`smtp://127.0.0.1:${await freePort()}`) };
  expect(await check(closed)).toMatchObject([{ state: 'fault', message: expect.stringContaining('ECONNREFUSED') }]);
  expect(await check(closed, true)).toMatchObject([{ state: 'ok' }]);
  expect(await check({ smtpUrl: undefined })).toMatchObject([{ state: 'note', message: expect.stringContaining('MAIL_FROM is set') }]);
  expect(await check({ smtpUrl: undefined, mailFrom: undefined })).toMatchObject([{ state: 'ok' }]);
});
