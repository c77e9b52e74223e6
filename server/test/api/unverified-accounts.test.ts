import * as contract from '@dev-connector/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseSender, parseSmtpUrl } from '../../src/platform/mail/addresses.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMember, signUp, type TestMember } from '../members.ts';
import { openSite, type Site } from '../site.ts';

/* UNVERIFIED_ACCOUNTS: what members can do before they confirm their address. */

const mail = { smtpUrl: parseSmtpUrl('smtp://127.0.0.1:1'), mailFrom: parseSender('a@b.example') };
const site = await openSite(mail);
const unverified = errorResponse(403, contract.errors.emailUnverified.msg);
const writes = Object.values(contract)
  .map((item) => item as unknown as contract.Endpoint)
  .filter(({ method, path, access }) => method && path && method !== 'GET' && access !== 'anyone');

/** The writes that stay possible: sign-out, drafts, marks of what was read, the own profile, account and notification settings, and its deletion. */
const allowed = [
  ...['DELETE /api/auth', 'DELETE /api/auth/sessions', 'DELETE /api/auth/sessions/:id', 'POST /api/auth/confirm', 'PUT /api/auth/password'],
  ...['PATCH /api/account', 'POST /api/account/verification', 'PUT /api/account/avatar', 'DELETE /api/account/avatar'],
  ...[
    'DELETE /api/profile',
    'POST /api/profile',
    'POST /api/profile/resume/preview',
    'PUT /api/profile/resume',
    'PATCH /api/follows/settings',
  ],
  ...['experience', 'education'].flatMap((kind) => [
    `PUT /api/profile/${kind}`,
    `PUT /api/profile/${kind}/:id`,
    `DELETE /api/profile/${kind}/:id`,
  ]),
  ...['PUT /api/drafts/:context', 'DELETE /api/drafts/:context', 'POST /api/preview', 'POST /api/notifications/read'],
  ...['PUT /api/notifications/settings', 'PATCH /api/notifications/mail'],
];

describe('a member with an unconfirmed address', () => {
  let ada: TestMember;
  let post: string;
  beforeAll(async () => {
    ada = await signUp(site, 'Ada');
    post = (await (await createMember(site, 'Grace')).post('/api/posts', { text: 'Hello' })).body._id;
  });

  test('may make exactly these writes', () => {
    expect(
      writes
        .filter((endpoint) => endpoint.unverified)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(allowed.toSorted());
  });

  test.for(writes.filter(({ unverified }) => !unverified))('gets 403 for $method $path', async ({ method, path }) => {
    const call = ada[method.toLowerCase() as 'put'];
    expect(await call(path.replaceAll(/:\w+/g, post), {})).toMatchObject(unverified);
  });

  test('can read, write drafts and the profile, and change the address', async () => {
    for (const path of ['/api/posts', `/api/posts/${post}`, '/api/users/me/data', '/api/drafts', '/api/profile'])
      expect((await ada.get(path)).status, path).toBe(200);
    expect((await ada.put('/api/drafts/post', { text: 'Later' })).status).toBe(200);
    expect((await ada.post('/api/profile', { status: 'Developer', skills: 'Go' })).status).toBe(200);
    expect((await ada.post('/api/preview', { text: '*Hi*' })).status).toBe(200);
    expect((await ada.patch('/api/account', { email: 'ada2@example.org' })).status).toBe(200);
    expect(await ada.post('/api/posts', { text: 'Hi' })).toMatchObject(unverified);
    expect((await ada.delete('/api/profile')).status).toBe(200);
  });
});

const canPost = async (on: Site, member: TestMember) => (await clientOf(on, member.token).post('/api/posts', { text: 'Hi' })).status;

test('confirming the address lifts the restriction, also in open sessions', async () => {
  const bob = await signUp(site, 'Bob');
  expect(await canPost(site, bob)).toBe(403);
  await site.db.run`update users set email_pending = null, email_verified_at = 1 where id = ${bob._id}`;
  expect(await canPost(site, bob)).toBe(200);
});

test('accounts from before are not restricted, until they change the address', async () => {
  const old = await createMember(site, 'Old');
  expect(await canPost(site, old)).toBe(200);
  expect((await old.patch('/api/account', { email: 'new@example.org' })).status).toBe(200);
  expect(await canPost(site, old)).toBe(403);
});

test('the setting decides, and its default depends on the mail server', async () => {
  const eve = await signUp(site, 'Eve');
  const full = await openSite({ ...site.settings, unverifiedAccounts: 'full' });
  expect(await canPost(full, eve)).toBe(200);
  const without = await openSite({ ...site.settings, smtpUrl: undefined, mailFrom: undefined });
  expect(await canPost(without, eve)).toBe(200);
  const read = await openSite({ ...site.settings, smtpUrl: undefined, unverifiedAccounts: 'read' });
  expect(await canPost(read, eve)).toBe(403);
  expect(await canPost(read, await signUp(read, 'Without'))).toBe(200); // it never got a link
});
