import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { Failure } from '../../../platform/errors.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { insertMailedLink, type NewLink } from './links.ts';

/* Confirmed addresses that accounts had before. For seven days, each can restore itself: the rows of `mailed_links` with the purpose `undo` say so. */

/** Reserves an address for its account when the account gets another one. */
export async function reserveAddress(tx: Transaction, change: Omit<NewLink, 'purpose'>): Promise<void> {
  await insertMailedLink(tx, { ...change, purpose: 'undo' }); // `createUndoLink` creates the secret that is mailed
}

/** Throws `userExists` if another account has reserved the address. Call it after the write of the address, which waits for a concurrent change. */
export async function refuseReserved(tx: Transaction, userId: string, email: string): Promise<void> {
  const reserved = await tx.get`
    select 1 as one from mailed_links
    where email_key = ${emailKey(email)} and purpose = 'undo' and user_id <> ${userId} and expires_at > ${Date.now()}`;
  if (reserved) throw new Failure('userExists');
}

/** Creates the secret of a link that undoes a change. Returns undefined if the account has the address again or has been deleted. */
export function createUndoLink(
  db: Db,
  userId: string,
  mailId: string,
): Promise<{ email: string; causedAt: number; secret: string } | undefined> {
  return db.transaction(async (tx) => {
    // Lock the user first, as `useLink` does: a link that is created meanwhile would outlive the change.
    const user = await tx.lock<{ email: string }>`select email from users where id = ${userId} and deleted_at is null`;
    const change = await tx.get<{ email: string; causedAt: number }>`
      select email, created_at as "causedAt" from mailed_links where user_id = ${userId} and purpose = 'undo' and mail_id = ${mailId} limit 1`;
    if (!user || !change || change.email === user.email) return undefined;
    return { ...change, secret: await insertMailedLink(tx, { ...change, purpose: 'undo', userId, mailId }) };
  });
}

/** The address for mails about the security of an account. */
export interface SecurityAddress {
  email: string;
  isConfirmed: boolean;
}

/**
 * Returns the confirmed address that an account had at a time of the last seven days (milliseconds since 1970), so that a mail does not go to someone who has
 * changed the address since. If the account had none, returns the one that the last change can still restore, or else the current one, which is not confirmed.
 * Returns undefined if the account has been deleted.
 */
export async function securityAddress(db: Reader, userId: string, at: number): Promise<SecurityAddress | undefined> {
  const former = await db.get<{ email: string }>`
    select email from mailed_links where user_id = ${userId} and purpose = 'undo' and created_at >= ${at} order by created_at limit 1`;
  if (former) return { ...former, isConfirmed: true };
  const user = await db.get<{ email: string; pending: number | null }>`
    select email, email_pending as pending from users where id = ${userId} and deleted_at is null`;
  if (!user) return undefined;
  const current = { email: user.email, isConfirmed: user.pending === null };
  return current.isConfirmed ? current : ((await formerAddress(db, userId)) ?? current);
}

/** Returns the last confirmed address of an account with another one, while the change can be undone. */
export async function formerAddress(db: Reader, userId: string): Promise<SecurityAddress | undefined> {
  const row = await db.get<{ email: string }>`
    select email from mailed_links
    where user_id = ${userId} and purpose = 'undo' and expires_at > ${Date.now()} order by created_at desc limit 1`;
  return row && { ...row, isConfirmed: true };
}
