import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { Registration, RegistrationMode } from '@dev-connector/contract';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import type { Caller } from '../hash-queue.ts';
import { newId } from '../id.ts';
import { hashNewPassword } from '../password.ts';
import { checkInvitation, useInvitation } from './invitations.ts';
import type { Member } from './member.ts';

/** One address, one key: lower case, the domain in its ASCII form. The local part is ASCII already (fields.ts), so no look-alike letters. */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at).toLowerCase()}@${domainToASCII(email.slice(at + 1))}`;
}

/** The public avatar service. */
export const avatarHost = 'https://www.gravatar.com';

/** The public avatar service's address for an e-mail: SHA-256 form, 200 px, rating pg, a silhouette where there is no image. */
export function avatarOf(email: string): string {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `${avatarHost}/avatar/${hash}?s=200&r=pg&d=mm`;
}

/** Fails where the site does not let this one sign up; cheap, so asked before the password is hashed. */
async function admit(db: Db, mode: RegistrationMode, invitation: string | undefined): Promise<void> {
  if (mode === 'closed') throw new Failure('registrationClosed');
  if (mode === 'open') return;
  if (!invitation) throw new Failure('invitationNeeded');
  await checkInvitation(db, invitation);
}

/** A new user, whom the site's mode lets in. Of many sign-ups with one e-mail exactly one wins; the others fail with `userExists`. */
export async function register(
  db: Db,
  mode: RegistrationMode,
  { name, email, password, invitation }: Registration,
  caller: Caller,
): Promise<{ id: string; passwordHash: string }> {
  await admit(db, mode, invitation);
  const id = newId();
  const passwordHash = await hashNewPassword(password, { name, email }, caller);
  await db.transaction(async (tx) => {
    if (mode === 'invited' && invitation) await useInvitation(tx, invitation);
    const created = await tx.run`
      insert into users (id, name, email, email_key, avatar, password_hash, created_at)
      values (${id}, ${name}, ${email}, ${emailKey(email)}, ${avatarOf(email)}, ${passwordHash}, ${Date.now()})
      on conflict (email_key) do nothing`;
    if (created === 0) throw new Failure('userExists');
  });
  return { id, passwordHash };
}

/**
 * The whole account in one transaction: user, sessions, profile, posts with all their comments and likes, own comments and likes elsewhere (by
 * foreign keys). Counts of other people's posts go down with them. Of two deletions at once the second fails with `tokenInvalid`.
 */
export async function deleteAccount(db: Db, { id }: Pick<Member, 'id'>): Promise<void> {
  await db.transaction(async (tx) => {
    // Locked first: a like or comment of this user that is under way lands before, and is counted, or fails.
    if (!(await tx.lock`select id from users where id = ${id}`)) throw new Failure('tokenInvalid');
    // Then the posts whose counts change, so that a like taken back meanwhile is not subtracted twice; in the order of their ids, so that two deletions do
    // not lock each other out. A statement of its own, because an update locks in no order.
    await tx.lock`
      select id from posts where id in (select post_id from likes where user_id = ${id} union select post_id from comments where user_id = ${id})
      order by id`;
    await tx.run`
      update posts set like_count = like_count - gone.likes, comment_count = comment_count - gone.comments, version = version + 1
      from (
        select post_id, sum(likes) as likes, sum(comments) as comments from (
          select post_id, 1 as likes, 0 as comments from likes where user_id = ${id}
          union all select post_id, 0, 1 from comments where user_id = ${id}
        ) own group by post_id
      ) gone where posts.id = gone.post_id`;
    await tx.run`delete from users where id = ${id}`;
  });
}
