import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { isDeliverable, parseSender, parseSmtpUrl } from '../../src/platform/mail/addresses.ts';
import { isRejection } from '../../src/platform/mail/smtp.ts';
import { headerText, renderHtml, renderText } from '../../src/platform/mail/template.ts';

test('parses URLs of mail servers', () => {
  expect(parseSmtpUrl('smtp://mail.example')).toEqual({ host: 'mail.example', port: 587, secure: false, auth: undefined });
  expect(parseSmtpUrl('smtps://ada%40example.com:p%25w@mail.example')).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    auth: { user: 'ada@example.com', pass: 'p%w' },
  });
  expect(parseSmtpUrl('smtp://[::1]:1025/')).toMatchObject({ host: '::1', port: 1025 });
  const secret = 'hunter2';
  for (const wrong of [`http://u:${secret}@m.example`, `smtp://u:${secret}@m.example?tls=off`, `smtp://u:${secret}%@m.example`, secret])
    expect(() => parseSmtpUrl(wrong)).toThrow(/^(?!.*hunter2)must /);
});

test('parses senders, and refuses header injection', () => {
  expect(parseSender('a@b.example')).toEqual({ name: undefined, address: 'a@b.example' });
  expect(parseSender('"Rust Bern" <a@b.example>')).toEqual({ name: 'Rust Bern', address: 'a@b.example' });
  for (const wrong of ['', 'a', 'Ada <a>', 'a@b.example, c@d.example', 'Ada\r\nBcc: x <a@b.example>', 'a@b.example>\r\nBcc: <c@d.example'])
    expect(() => parseSender(wrong), wrong).toThrow('must be an e-mail address');
});

test('accepts only addresses that SMTP cannot interpret', () => {
  for (const address of ["o'brien+tag@example.com", 'zoë@example.com', 'a@bücher.example']) expect(isDeliverable(address)).toBe(true);
  for (const address of ['a b@c.example', 'a@b.example>', 'a\r\n@b.example', 'a@b@c', '"a"@b.example', '@b.example', 'a\u202e@b.example'])
    expect(isDeliverable(address), address).toBe(false);
});

test.for<[number, string, string, boolean]>([
  [550, '550 5.1.1 No such user', 'RCPT TO', true],
  [550, '550 no such user', 'RCPT TO', true],
  [552, '552 5.2.2 Mailbox full', 'RCPT TO', true],
  [550, '550 5.7.1 Relaying denied', 'RCPT TO', false],
  [554, '554 Transaction failed', 'RCPT TO', false],
  [503, '503 5.5.1 Sign in first', 'RCPT TO', false],
  [450, '450 4.1.1 Try later', 'RCPT TO', false],
  [550, '550 5.1.8 Sender rejected', 'MAIL FROM', false],
  [535, '535 5.7.8 Wrong password', 'AUTH PLAIN', false],
  [550, '550 5.1.1 No such user', 'DATA', true],
  [554, '554 5.6.0 Not accepted', 'DATA', false],
])('knows whether %i "%s" to %s is about the address', ([code, response, command, expected]) => {
  expect(isRejection(code, response, command)).toBe(expected);
});

const hostile = 'Ada\r\nBcc: eve@evil.example\u202e\u200b <b>"\u0000';
const content = {
  subject: hostile,
  paragraphs: [hostile],
  action: { label: hostile, url: 'https://dev.example/dev/x#a&b"c' },
  notes: [hostile],
};
const brand = { name: hostile, url: 'https://dev.example/dev', accent: '#3046c8' };

test('keeps headers on one line, without hidden characters, and bounded', () => {
  expect(headerText(hostile)).toBe('Ada Bcc: eve@evil.example <b>"');
  expect(headerText('x'.repeat(10_000))).toHaveLength(200);
  expect(headerText(`${'x'.repeat(198)}👩👩👧`)).toBe(`${'x'.repeat(198)}👩…`); // no half of a surrogate pair
});

test('escapes names in HTML, and removes hidden and control characters from both parts', () => {
  const [text, html] = [renderText(content, brand), renderHtml(content, brand)];
  expect(text).toContain('Ada Bcc: eve@evil.example <b>"');
  expect(html).toContain('Ada Bcc: eve@evil.example &lt;b&gt;&quot;');
  expect(html).toContain('href="https://dev.example/dev/x#a&amp;b&quot;c"');
  for (const part of [text, html]) expect(part).not.toMatch(/[\u202e\u200b\0\r]/);
});

test('loads nodemailer only when a mail is sent', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ resolve: (name, context, next) => (name.startsWith('nodemailer') && loaded.push(name), next(name, context)) });
    await import('./server/src/app.ts');
    const { openSmtp } = await import('./server/src/platform/mail/smtp.ts');
    const smtp = openSmtp({ host: '127.0.0.1', port: 1, secure: false });
    const before = loaded.length;
    await smtp.verify().catch(() => {});
    console.log(before, loaded.length > 0);`;
  const run = (code: string) =>
    execFileSync(process.execPath, ['--conditions=development', '--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(run(script)).toBe('0 true\n');
});
