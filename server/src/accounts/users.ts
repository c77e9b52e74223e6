import type { Registration, RegistrationMode } from '@dev-connector/contract';
import type { Context } from '../context.ts';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { emailKey } from './email.ts';
import { checkInvitation, useInvitation } from './invitations.ts';
import type { Caller } from './passwords/hash-queue.ts';
import { hashNewPassword } from './passwords/password.ts';

/** Throws unless the registration mode allows this sign-up. Runs before the costly password hash. */
async function admit(db: Db, mode: RegistrationMode, invitation: string | undefined): Promise<void> {
  if (mode === 'closed') throw new Failure('registrationClosed');
  if (mode === 'open') return;
  if (!invitation) throw new Failure('invitationNeeded');
  await checkInvitation(db, invitation);
}

/** Creates a user if the registration mode allows it. Throws `userExists` if the e-mail address is taken, also by a concurrent sign-up. */
export async function register(
  { db, events, settings: { registration: mode } }: Context,
  { name, email, password, invitation }: Registration,
  caller: Caller,
): Promise<{ id: string; passwordHash: string }> {
  await admit(db, mode, invitation);
  const id = newId();
  const passwordHash = await hashNewPassword(password, { name, email }, caller);
  await db.transaction(async (tx) => {
    if (mode === 'invited' && invitation) await useInvitation(tx, invitation);
    const created = await tx.run`
      insert into users (id, name, email, email_key, password_hash, created_at)
      values (${id}, ${name}, ${email}, ${emailKey(email)}, ${passwordHash}, ${Date.now()})
      on conflict (email_key) do nothing`;
    if (created === 0) throw new Failure('userExists');
    await events.publish(tx, { type: 'user.created', userId: id });
  });
  return { id, passwordHash };
}
