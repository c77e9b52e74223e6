import { createHash } from 'node:crypto';
import type { Registration, RegistrationMode } from '@dev-connector/contract';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { emailKey } from './email.ts';
import { checkInvitation, useInvitation } from './invitations.ts';
import type { Caller } from './passwords/hash-queue.ts';
import { hashNewPassword } from './passwords/password.ts';

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
