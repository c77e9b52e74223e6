import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '../server/src/features/accounts/passwords/password.ts';
import type { Db, Transaction } from '../server/src/platform/db/db.ts';
import { newId } from '../server/src/platform/id.ts';
import { databaseOf, type Environment } from './site.ts';

export const password = 'correct horse battery';

export interface Member {
  id: string;
  name: string;
  email: string;
  token: string;
}

/** Age of the members' accounts in milliseconds, beyond the stricter rate limits for new accounts. */
const accountAge = 90 * 24 * 60 * 60 * 1000;

let hash: Promise<string> | undefined;

/** Inserts members with one session each directly, to avoid a password hash per sign-up. They share one `password`. */
export async function createMembers(settings: Environment, count: number, name?: (index: number) => string): Promise<Member[]> {
  const db = await databaseOf(settings);
  const members = await insertMembers(db, count, name);
  await db.close();
  return members;
}

/** The same in an open database, whose users have an `avatar` before migration 0015. */
export async function insertMembers(
  db: Db,
  count: number,
  name = (index: number) => `Member ${index}`,
  { hasAvatars = false } = {},
): Promise<Member[]> {
  const members = Array.from({ length: count }, (_, index) => {
    const id = newId();
    return { id, name: name(index), email: `${id}@example.org`, token: randomBytes(32).toString('base64url') };
  });
  const passwordHash = await (hash ??= hashPassword(password));
  const joined = Date.now() - accountAge;
  await db.transaction(async (tx) => {
    for (const { id, name, email, token } of members) {
      if (hasAvatars)
        await tx.run`
          insert into users (id, name, email, email_key, avatar, password_hash, created_at)
          values (${id}, ${name}, ${email}, ${email}, ${''}, ${passwordHash}, ${joined})`;
      else
        await tx.run`
          insert into users (id, name, email, email_key, password_hash, created_at)
          values (${id}, ${name}, ${email}, ${email}, ${passwordHash}, ${joined})`;
      await insertSession(tx, id, token);
    }
  });
  return members;
}

export async function insertSession(tx: Transaction, user: string, token: string, device: string | null = null): Promise<void> {
  const now = Date.now();
  await tx.run`
    insert into sessions (id, token_hash, user_id, device, created_at, used_at)
    values (${newId()}, ${createHash('sha256').update(token).digest('base64url')}, ${user}, ${device}, ${now}, ${now})`;
}
