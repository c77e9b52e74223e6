import { limits } from '@dev-connector/contract';
import { describe, expect, test } from 'vitest';
import { clientOf, errorResponse } from '../client.ts';
import { password, signUp } from '../members.ts';
import { openSite } from '../site.ts';

const site = await openSite();
const visitor = clientOf(site);
const count = async () => (await site.db.get<{ count: number }>`select count(*) as count from users`)?.count;

test('sign-up opens a session', async () => {
  const { status, body } = await visitor.post('/api/users', { name: 'Ada', email: 'ada@example.com', password });
  expect({ status, body }).toEqual({ status: 200, body: { token: expect.stringMatching(/^[\w-]{43}$/) } });
  const account = await clientOf(site, body.token).get('/api/auth');
  expect(account.body).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Ada',
    handle: 'ada',
    email: 'ada@example.com',
    avatar: `/api/avatars/${account.body._id}`,
    showActivity: false,
    emailVerified: false,
    showDrawings: true,
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
});

test('stores only hashes of the password and the token', async () => {
  const costly = await openSite({ fullPasswordCost: true });
  const { token } = await signUp(costly, 'Hashed');
  const stored = JSON.stringify([await costly.db.all`select * from users`, await costly.db.all`select * from sessions`]);
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(stored).not.toContain(password);
  expect(stored).not.toContain(token);
});

test('reports all invalid fields in one response', async () => {
  const before = await count();
  const messages = [
    { msg: 'Name is required', field: 'name' },
    { msg: 'Please include a valid email', field: 'email' },
    { msg: 'Please enter a password with 8 or more characters', field: 'password' },
  ];
  for (const body of [{}, { name: '', email: '', password: '' }, { name: ' \u200b', email: 'ada@', password: 'short 7' }]) {
    const response = await visitor.post('/api/users', body);
    expect(response).toMatchObject({ status: 400, body: { title: 'Bad Request', status: 400 } });
    expect(response.body).toMatchObject({
      code: 'invalidRequest',
      errors: expect.arrayContaining(messages.map((item) => expect.objectContaining(item))),
    });
    expect(response.body.errors).toHaveLength(messages.length);
  }
  expect(await count()).toBe(before);
});

test.each([
  'plain',
  '@example.com',
  'a@',
  'a@b',
  'a b@example.com',
  'a@exa mple.com',
  'a@example.com.',
  'a@-example.com',
  'a@example..com',
  'ädä@example.com',
  'K@example.com'.replace('K', '\u212a'),
  'a@example.com\u0000',
  `a@${'x'.repeat(64)}.com`,
  '"a"@example.com',
  'a@[::1]',
  'a@example.com:80',
  'a@example.com/"><script>',
  'a@example.com#b',
  'a@example.com?b',
  'a@example\\.com',
  'a@exam\nple.com',
  'a@exam\tple.com',
  'a@exam\u001b[31mple.com',
  'a@%65xample.com',
  'a@2130706433',
  'a@127.0.0.1',
  'a@example.0x7f',
  'a@ex_ample.com',
  'a@xn--a.example',
  'a@ｅｘａｍｐｌｅ.com',
  'a@example。com',
  'a@exam\u00adple.com',
  'a@a\u200db.example',
  `${'a'.repeat(65)}@example.com`,
  `a@${'x.'.repeat(126)}example`,
  'a\n@example.com',
])('refuses the e-mail address %j', async (email) => {
  const response = await visitor.post('/api/users', { name: 'Nobody', email, password });
  expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'email' }] } });
});

test.each([
  "o'brien+tag@example.co",
  `${'a'.repeat(64)}@example.com`,
  `a@${'x'.repeat(63)}.example`,
  'digits@1.example.4u',
  'sharp@straße.example',
  'idn@xn--nxasmq6b.example',
  'kana@例え.example',
  'emoji@☃.example',
])('accepts the e-mail address %j', async (email) => {
  await signUp(site, 'Somebody', email);
});

test('members whose e-mail addresses are no longer accepted can still sign in', async () => {
  const person = await signUp(site, 'Early', 'early@example.com');
  const old = 'early@exam\tple.net/"><b>';
  await site.db.run`update users set email = ${old}, email_key = ${'early@example.net'} where id = ${person._id}`;
  expect((await visitor.post('/api/auth', { email: 'EARLY@example.net', password })).status).toBe(200);
  const odd = '2130706433@127.0.0.1';
  await site.db.run`update users set email = ${'2130706433@2130706433'}, email_key = ${odd} where id = ${person._id}`;
  expect((await visitor.post('/api/auth', { email: '2130706433@2130706433', password })).status).toBe(200);
});

describe('an e-mail address has one account', () => {
  test.each([
    ['grace@example.com', 'GRACE@Example.COM'],
    ['case@bücher.example', 'case@BÜCHER.example'],
    ['idn@bücher.example', 'idn@xn--bcher-kva.example'],
    ['nfc@bu\u0308cher.example', 'nfc@b\u00fccher.example'],
    ['trim@example.com', '  trim@example.com\t'],
  ])('%j equals %j', async (first, again) => {
    await signUp(site, 'First', first);
    const before = await count();
    const repeat = await visitor.post('/api/users', { name: 'Second', email: again, password });
    expect(repeat).toMatchObject(errorResponse(400, 'User already exists', 'email'));
    expect(await count()).toBe(before);
    expect((await visitor.post('/api/auth', { email: again, password })).status).toBe(200);
  });

  test('different addresses have different accounts', async () => {
    for (const email of ['dot.ted@example.com', 'dotted@example.com', 'dotted+tag@example.com', 'dotted@example.org'])
      await signUp(site, 'Other', email);
  });

  test('exactly one of 50 concurrent sign-ups succeeds', async () => {
    const attempts = Array.from({ length: 50 }, (_, index) => ({
      name: `Racer ${index}`,
      email: index % 2 ? 'race@example.com' : 'RACE@example.com',
      password,
    }));
    const responses = await Promise.all(attempts.map((body) => visitor.post('/api/users', body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const failed of responses.filter(({ status }) => status !== 200))
      expect(failed).toMatchObject(errorResponse(400, 'User already exists', 'email'));
    expect(await site.db.all`select id from users where email_key = ${'race@example.com'}`).toHaveLength(1);
  });
});

test('trims the name', async () => {
  const person = await signUp(site, '  Ada   King \n', 'spaced@example.com');
  expect((await person.get('/api/auth')).body.name).toBe('Ada   King');
});

describe('the password', () => {
  test('may consist of 8 whitespace characters and is not trimmed', async () => {
    const whitespace = ' \t\u00a0  \u3000\n ';
    expect((await visitor.post('/api/users', { name: 'White', email: 'white@example.com', password: whitespace })).status).toBe(200);
    expect((await visitor.post('/api/auth', { email: 'white@example.com', password: whitespace })).status).toBe(200);
    expect(await visitor.post('/api/auth', { email: 'white@example.com', password: whitespace.trim() || ' ' })).toMatchObject(
      errorResponse(400, 'Invalid Credentials'),
    );
  });

  test('is measured in characters, not in UTF-16 code units', async () => {
    const body = { name: 'Emoji', email: 'emoji@example.com' };
    const eight = '🔑🔒🚪🏠🌳🌙🌞🌊';
    expect([...eight]).toHaveLength(limits.passwordMin);
    const short = await visitor.post('/api/users', { ...body, password: eight.slice('🔑'.length) });
    expect(short).toMatchObject(errorResponse(400, 'Please enter a password with 8 or more characters', 'password'));
    expect((await visitor.post('/api/users', { ...body, password: eight })).status).toBe(200);
  });

  test.for([12345678, true, ['longenough'], { length: 9 }])('is not converted from %j', async (value) => {
    const response = await visitor.post('/api/users', { name: 'Typed', email: 'typed@example.com', password: value });
    expect(response).toMatchObject(errorResponse(400, 'Please enter a password with 8 or more characters', 'password'));
  });
});
