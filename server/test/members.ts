import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { hashPassword } from '../src/features/accounts/passwords/password.ts';
import { emailKey } from '../src/platform/http/schemas/email.ts';
import { newId } from '../src/platform/id.ts';
import { pseudonym } from '../src/platform/sha256.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { type Client, clientOf } from './client.ts';
import type { Site } from './site.ts';

export const password = 'correct horse battery';

export interface TestMember extends Client {
  _id: string;
  name: string;
  email: string;
  token: string;
}

/** Creates a member with `POST /api/users`. */
export async function signUp(site: Site, name: string, email = `${name.toLowerCase()}@example.org`): Promise<TestMember> {
  const { status, body } = await clientOf(site).post('/api/users', { name, email, password });
  expect(status, JSON.stringify(body)).toBe(200);
  const client = clientOf(site, body.token);
  const account = (await client.get('/api/auth')).body;
  return { ...client, _id: account._id, name, email, token: body.token };
}

/** Opens another session of a member, from an address that the account has used. */
export async function signIn(site: Site, { _id, name, email }: TestMember): Promise<TestMember> {
  await site.db.run`
    insert into known_addresses (user_id, address, used_at) values (${_id}, ${pseudonym('127.0.0.1')}, ${Date.now()})
    on conflict (user_id, address) do update set used_at = excluded.used_at`;
  const { body } = await clientOf(site).post('/api/auth', { email, password });
  return { ...clientOf(site, body.token), _id, name, email, token: body.token };
}

/** Inserts many members with sessions directly into the tables, because hashing a password for each sign-up would be slow. */
export function createMembers(site: Site, count: number): Promise<TestMember[]> {
  return insertMembers(
    site,
    Array.from({ length: count }, (_, index) => ({ name: `Member ${index}`, email: `${newId()}@example.org` })),
  );
}

/** Inserts a member with a session. Unlike a sign-up, this publishes no event. */
export async function createMember(site: Site, name: string, email = `${name.toLowerCase()}@example.org`): Promise<TestMember> {
  const [member] = await insertMembers(site, [{ name, email }]);
  return member as TestMember;
}

async function insertMembers(site: Site, accounts: Array<{ name: string; email: string }>): Promise<TestMember[]> {
  const people = accounts.map((account) => {
    const [_id, token] = [newId(), randomBytes(32).toString('base64url')];
    return { ...clientOf(site, token), _id, token, ...account };
  });
  const passwordHash = await hashPassword(password, cheapPasswords);
  await site.db.transaction(async (tx) => {
    for (const { _id, name, email, token } of people) {
      await tx.run`
        insert into users (id, name, email, email_key, password_hash, created_at)
        values (${_id}, ${name}, ${email}, ${emailKey(email)}, ${passwordHash}, ${Date.now()})`;
      await tx.run`
        insert into sessions (id, token_hash, user_id, created_at, used_at)
        values (${newId()}, ${createHash('sha256').update(token).digest('base64url')}, ${_id}, ${Date.now()}, ${Date.now()})`;
    }
  });
  return people;
}

export async function writePost(author: Client, text = 'Hello'): Promise<string> {
  const { status, raw, body } = await author.post('/api/posts', { text });
  expect(status, raw).toBe(200);
  return body._id;
}

export async function saveProfile(member: Client, fields: object = {}): Promise<void> {
  const { status, raw } = await member.post('/api/profile', { status: 'Developer', skills: 'TypeScript', ...fields });
  expect(status, raw).toBe(200);
}

/** A well-formed id that does not exist. */
export const unknownId = '01890000-0000-7000-8000-000000000000';
/** Strings that are not valid ids. */
export const malformedIds = [
  '0',
  'undefined',
  '5d7a514b5d2c12c7449be042',
  `${unknownId}0`,
  unknownId.replace('7', '4'),
  "'; drop table users; --",
  '%00',
  'x'.repeat(1000),
  '%F0%9F%98%80',
];
