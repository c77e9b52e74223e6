import { describe, expect, test } from 'vitest';
import { invite } from '../../src/features/accounts/invitations.ts';
import { clientOf, errorResponse } from '../client.ts';
import { createMembers, password } from '../members.ts';
import { openSite, type Site } from '../site.ts';

const hour = 3_600_000;
let people = 0;
const signUp = (site: Site, invitation?: string, email = `guest${++people}@example.org`) =>
  clientOf(site).post('/api/users', { name: 'Guest', email, password, ...(invitation !== undefined && { invitation }) });

const invitationRequired = errorResponse(403, 'You need an invitation link from an admin to sign up');
const invitationInvalid = errorResponse(
  403,
  'This invitation is not valid, has been used or has expired. Ask for a new one.',
  'invitation',
);

test('open registration accepts everyone and does not consume invitations', async () => {
  const site = await openSite();
  const secret = await invite(site.db, { uses: 1, expiresAt: Date.now() + hour });
  expect((await signUp(site)).status).toBe(200);
  expect((await signUp(site, secret)).status).toBe(200);
  expect((await signUp(site, 'made up')).status).toBe(200);
  expect(await site.db.get`select uses_left from invitations`).toEqual({ uses_left: 1 });
});

test('closed registration returns 403 even with an invitation, and members can sign in', async () => {
  const closed = await openSite({ registration: 'closed' });
  const secret = await invite(closed.db, { uses: 1, expiresAt: Date.now() + hour });
  for (const invitation of [undefined, secret])
    expect(await signUp(closed, invitation)).toMatchObject(errorResponse(403, 'This site does not accept new members'));
  const member = await createMembers(closed, 1);
  expect((await clientOf(closed).post('/api/auth', { email: member[0]?.email, password })).status).toBe(200);
});

describe('registration by invitation', async () => {
  const site = await openSite({ registration: 'invited' });

  test('accepts as many concurrent sign-ups as the invitation allows', async () => {
    const secret = await invite(site.db, { uses: 3, expiresAt: Date.now() + hour });
    const responses = await Promise.all(Array.from({ length: 8 }, () => signUp(site, secret)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status !== 200)).toEqual(Array(5).fill(expect.objectContaining({ status: 403 })));
    expect(await signUp(site, secret)).toMatchObject(invitationInvalid);
  });

  test.each([undefined, '', ' \u200b'])('returns 403 without an invitation: %j', async (invitation) => {
    expect(await signUp(site, invitation)).toMatchObject(invitationRequired);
  });

  test('returns 403 for unknown and expired invitations', async () => {
    const expired = await invite(site.db, { uses: 1, expiresAt: Date.now() - 1 });
    for (const invitation of ['made-up', 'x'.repeat(100), expired]) expect(await signUp(site, invitation)).toMatchObject(invitationInvalid);
  });

  test('does not consume an invitation for a failed sign-up', async () => {
    const secret = await invite(site.db, { uses: 2, expiresAt: Date.now() + hour });
    expect((await signUp(site, secret, 'taken@example.org')).status).toBe(200);
    expect(await signUp(site, secret, 'taken@example.org')).toMatchObject(errorResponse(400, 'User already exists', 'email'));
    expect((await signUp(site, secret)).status).toBe(200);
  });

  test('stores only the hash of the invitation secret', async () => {
    const secret = await invite(site.db, { uses: 1, expiresAt: Date.now() + hour });
    expect(JSON.stringify(await site.db.all`select * from invitations`)).not.toContain(secret);
  });
});
