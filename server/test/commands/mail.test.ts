import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { checkMail } from '../../src/cli/doctor/mail.ts';
import { parseSmtpUrl } from '../../src/platform/mail/addresses.ts';
import { type MailServer, mailServer } from '../mail-server.ts';
import { databaseEnvironment, freePort, runHere } from '../program.ts';
import { openSite } from '../site.ts';

const server = await mailServer({ user: 'site', pass: 'hunter2' });
const site = await openSite();
afterEach(() => {
  server.behaviour = 'accept';
});
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

const network = 'Check the host and the port in SMTP_URL';

test.for<[behaviour: MailServer['behaviour'], reason: string, remedy: string]>([
  [{ rcpt: '550 5.1.1 No such user' }, '550 5.1.1 No such user', 'Check the address.'],
  [{ rcpt: '550 5.7.1 Relaying denied' }, '550 5.7.1 Relaying denied', 'The server does not send mail for the site'],
  [{ rcpt: '451 4.2.0 Greylisted' }, '451 4.2.0 Greylisted', 'Try again in some minutes'],
  [{ data: '451 4.3.0 Try again later' }, '451 4.3.0 Try again later', 'Try again in some minutes'],
  [{ data: '554 5.7.1 Spam' }, '554 5.7.1 Spam', 'The server refused the mail itself'],
  [{ auth: '454 4.7.0 Temporary authentication failure' }, '454 4.7.0 Temporary', 'Try again in some minutes'],
  ['close', 'closed', network],
])('says why a test e-mail was not sent, and what to do: %j', async ([behaviour, reason, remedy]) => {
  server.behaviour = behaviour;
  const { code, err } = await send();
  expect(code).toBe(1);
  expect(err).toMatch(/^The e-mail was not sent: /);
  expect(err).toContain(reason);
  expect(err).toContain(`. ${remedy}`);
  expect(err).not.toContain('hunter2');
});

test('says that the account of SMTP_URL is wrong, or that no server answers, without the password', async () => {
  const wrong = await send({ SMTP_URL: server.url.replace('hunter2', 'wrong-password') });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/535.+\. Check the user name and the password in SMTP_URL/) });
  expect(wrong.err).not.toContain('wrong-password');
  const closed = await send({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  expect(closed).toMatchObject({ code: 1, err: expect.stringMatching(/ECONNREFUSED.+\. Check the host and the port in SMTP_URL/) });
});

test('says that TLS failed, or that the certificate is not valid', async () => {
  const plain = await send({ SMTP_URL: server.url.replace('smtp:', 'smtps:') });
  expect(plain).toMatchObject({ code: 1, err: expect.stringContaining('TLS failed (wrong version number). Use smtps:// if TLS begins') });
  const { err } = await send({ SMTP_URL: (await mailServer({ secure: true })).url });
  expect(err).toMatch(/^The e-mail was not sent: [^;:]*certificate[^;:]*\. The certificate of the server must be valid/);
});

test('says how to write a user name and a password that a URL cannot contain', async () => {
  const { code, err } = await send({ SMTP_URL: 'smtp://ada@example.org:hunter/2@mail.example' });
  expect(code).toBe(1);
  expect(err).toContain('write %40 for @');
  expect(err).not.toContain('hunter');
});

const fakeTimers = () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
};

test.for<[MailServer['behaviour'], time: number, reason: string]>([
  ['silent', 6_000, `. ${network}`],
  ['hang', 20_000, 'no answer in time. Look at the log of the mail server'],
])('does not wait long for a server that does not answer: %s', async ([behaviour, time, reason]) => {
  fakeTimers();
  server.behaviour = behaviour;
  const begun = server.begun();
  const sending = send();
  await begun;
  vi.advanceTimersByTime(time);
  expect(await sending).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
});

test('doctor does not wait long for a server that keeps sending', async () => {
  const sockets: Socket[] = [];
  const endless = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    socket.write('220 mail.example\r\n');
    socket.once('data', () => {
      socket.write('250-mail.example\r\n');
      greeted.resolve();
    });
  });
  const greeted = Promise.withResolvers<void>();
  await once(endless.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await once(endless.close(), 'close');
  });
  fakeTimers();
  const smtpUrl = parseSmtpUrl(`smtp://127.0.0.1:${(endless.address() as AddressInfo).port}`);
  const checking = checkMail({ ...site.settings, ...server.settings, smtpUrl }, { offline: false });
  await greeted.promise;
  const closed = once(sockets[0] as Socket, 'close');
  vi.advanceTimersByTime(20_000);
  expect(await checking).toMatchObject([{ state: 'fault', message: expect.stringContaining('no answer in time') }]);
  await closed;
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
  expect(wrong).toMatchObject([{ state: 'fault', message: expect.stringMatching(/535.+Check the user name and the password/) }]);
  expect(wrong[0]?.message).not.toContain('wrong-password');
  const closed = { smtpUrl: parseSmtpUrl(`smtp://127.0.0.1:${await freePort()}`) };
  expect(await check(closed)).toMatchObject([
    { state: 'fault', message: expect.stringMatching(/ECONNREFUSED.+Check the host and the port/) },
  ]);
  expect(await check(closed, true)).toMatchObject([{ state: 'ok' }]);
  expect(await check({ smtpUrl: undefined })).toMatchObject([{ state: 'note', message: expect.stringContaining('MAIL_FROM is set') }]);
  expect(await check({ smtpUrl: undefined, mailFrom: undefined })).toMatchObject([{ state: 'ok' }]);
});
