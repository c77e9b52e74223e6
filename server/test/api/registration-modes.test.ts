import { describe, expect, test } from 'vitest';
import { invite } from '../../src/accounts/invitations.ts';
import { clientOf, refusal } from '../client.ts';
import { crowd, password } from '../community.ts';
import { openSite, type Site } from '../site.ts';

const hour = 3_600_000;
let people = 0;
const signUp = (site: Site, invitation?: string, email = `guest${++people}@example.org`) =>
  clientOf(site).post('/api/users', { name: 'Guest', email, password, ...(invitation !== undefined && { invitation }) });

const needed = refusal(403, 'You need an invitation link from an admin to sign up');
const invalid = refusal(403, 'This invitation is not valid, has been used or has expired. Ask for a new one.', 'invitation');

test('an open site lets anybody in, and leaves an invitation that comes along unused', async () => {
  const site = await openSite();
  const secret = await invite(site.db, { uses: 1, expiresAt: Date.now() + hour });
  expect((await signUp(site)).status).toBe(200);
  expect((await signUp(site, secret)).status).toBe(200);
  expect((await signUp(site, 'made up')).status).toBe(200);
  expect(await site.db.get`select uses_left from invitations`).toEqual({ uses_left: 1 });
});

test('a closed site lets nobody in, with an invitation neither; who is in signs in', async () => {
  const closed = await openSite({ registration: 'closed' });
  const secret = await invite(closed.db, { uses: 1, expiresAt: Date.now() + hour });
  for (const invitation of [undefined, secret])
    expect(await signUp(closed, invitation)).toMatchObject(refusal(403, 'This site does not accept new members'));
  const member = await crowd(closed, 1);
  expect((await clientOf(closed).post('/api/auth', { email: member[0]?.email, password })).status).toBe(200);
});

describe('a site for those invited', async () => {
  const site = await openSite({ registration: 'invited' });

  test('lets in as many as the invitation says, and no more, also when they come at once', async () => {
    const secret = await invite(site.db, { uses: 3, expiresAt: Date.now() + hour });
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(site, secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(Array(5).fill(expect.objectContaining({ status: 403 })));
    expect(await signUp(site, secret)).toMatchObject(invalid);
  });

  test.each([undefined, '', ' \u200b'])('asks for one: %j', async (invitation) => {
    expect(await signUp(site, invitation)).toMatchObject(needed);
  });

  test('knows none that it did not give out, nor one that has expired', async () => {
    const expired = await invite(site.db, { uses: 1, expiresAt: Date.now() - 1 });
    for (const invitation of ['made-up', 'x'.repeat(100), expired]) expect(await signUp(site, invitation)).toMatchObject(invalid);
  });

  test('uses none up for a sign-up that fails', async () => {
    const secret = await invite(site.db, { uses: 2, expiresAt: Date.now() + hour });
    expect((await signUp(site, secret, 'taken@example.org')).status).toBe(200);
    expect(await signUp(site, secret, 'taken@example.org')).toMatchObject(refusal(400, 'User already exists', 'email'));
    expect((await signUp(site, secret)).status).toBe(200);
  });

  test('keeps only the hash of what the link holds', async () => {
    const secret = await invite(site.db, { uses: 1, expiresAt: Date.now() + hour });
    expect(JSON.stringify(await site.db.all`select * from invitations`)).not.toContain(secret);
  });
});
