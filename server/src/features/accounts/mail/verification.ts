import type { Context } from '../../../platform/context.ts';
import { DuplicateKey, type Transaction } from '../../../platform/db/db.ts';
import { Failure } from '../../../platform/errors.ts';
import type { Events } from '../../../platform/events/events.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { forgetCallers } from '../known-callers.ts';
import { deleteMailedLinks, findMailedLink, type MailedLink } from './links.ts';

/* Confirms an address, or undoes its change, with the secret of a mailed link. */

interface UserRow {
  email: string;
  email_pending: number | null;
}

/** Uses a link once. Throws `linkInvalid` if it was used, replaced or has expired, and `userExists` if another account has the address. */
export async function useLink({ db, events }: Context, secret: string): Promise<{ userId: string; undone: boolean }> {
  const found = await findMailedLink(db, secret);
  if (!found) throw new Failure('linkInvalid');
  return db
    .transaction(async (tx) => {
      // Lock the user first, as a change of the address does.
      const user = await tx.lock<UserRow>`select email, email_pending from users where id = ${found.userId} and deleted_at is null`;
      const link = await findMailedLink(tx, secret);
      if (!user || !link || link.purpose === 'reset') throw new Failure('linkInvalid');
      if (link.purpose === 'undo') await undoChange(tx, events, link, user);
      else if (link.email !== user.email) throw new Failure('linkInvalid');
      await tx.run`
        update users set email_verified_at = ${Date.now()}, email_pending = null, email_rejected_at = null where id = ${link.userId}`;
      await deleteMailedLinks(tx, link.userId, 'verify');
      return { userId: link.userId, undone: link.purpose === 'undo' };
    })
    .catch((error) => {
      throw error instanceof DuplicateKey ? new Failure('userExists') : error; // only the address can be taken
    });
}

/**
 * Restores the address, ends all sessions and removes the password, because a thief may have changed the address and know the password. Deletes this link and
 * those of later changes; links to undo earlier changes keep working.
 */
async function undoChange(tx: Transaction, events: Events, { userId, email, causedAt }: MailedLink, user: UserRow): Promise<void> {
  await tx.run`update users set email = ${email}, email_key = ${emailKey(email)}, password_hash = '' where id = ${userId}`;
  await tx.run`delete from sessions where user_id = ${userId}`;
  await tx.run`delete from password_resets where user_id = ${userId}`;
  await deleteMailedLinks(tx, userId, 'reset');
  await tx.run`delete from mailed_links where user_id = ${userId} and purpose = 'undo' and created_at >= ${causedAt}`;
  await forgetCallers(tx, userId);
  await events.publish(tx, 'user.emailChanged', { userId, before: user.email, wasPending: user.email_pending === 1, undone: true });
}

/** Marks the address that received a reset link as confirmed. */
export const confirmBy = (tx: Transaction, { userId, email }: Pick<MailedLink, 'userId' | 'email'>): Promise<number> => tx.run`
  update users set email_verified_at = ${Date.now()}, email_pending = null, email_rejected_at = null where id = ${userId} and email = ${email}`;
