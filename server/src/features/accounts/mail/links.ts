import { clockTolerance } from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { hashOf, newSecret } from '../secret.ts';

/* The secrets of mailed links. A mail that is sent again has another secret, and both work, because the recipient may keep either. */

export type Purpose = 'reset' | 'verify' | 'undo';

const hour = 60 * 60 * 1000; // ms

/** Milliseconds that a link works: a reset from when the mail is sent, the others from its cause. */
const lifetimes: Record<Purpose, number> = { reset: hour, verify: 24 * hour, undo: 7 * 24 * hour };

export interface NewLink {
  purpose: Purpose;
  userId: string;
  /** The address that receives the link. */
  email: string;
  mailId: string;
  /** When the request or change was made that caused the mail (milliseconds since 1970). */
  causedAt: number;
}

/** Creates the secret of a link. Only its hash is stored. Links of earlier mails for the same purpose stop working, except those that undo a change. */
export function createMailedLink(db: Db, { purpose, userId, email, mailId, causedAt }: NewLink): Promise<string> {
  const secret = newSecret();
  const expiresAt = lifetimes[purpose] + (purpose === 'undo' ? causedAt : Date.now());
  return db.transaction(async (tx) => {
    if (purpose !== 'undo')
      await tx.run`delete from mailed_links where user_id = ${userId} and purpose = ${purpose} and mail_id <> ${mailId}`;
    await tx.run`
      insert into mailed_links (secret_hash, purpose, user_id, mail_id, email, created_at, expires_at)
      values (${hashOf(secret)}, ${purpose}, ${userId}, ${mailId}, ${email}, ${causedAt}, ${expiresAt})`;
    return secret;
  });
}

export interface MailedLink {
  purpose: Purpose;
  userId: string;
  email: string;
  causedAt: number;
}

/** Returns the valid link with this secret. */
export const findMailedLink = (db: Reader, secret: string): Promise<MailedLink | undefined> => db.get<MailedLink>`
  select purpose, user_id as "userId", email, created_at as "causedAt" from mailed_links
  where secret_hash = ${hashOf(secret)} and expires_at > ${Date.now()} and created_at <= ${Date.now() + clockTolerance}`;

/** Deletes the links of a user for a purpose. */
export const deleteMailedLinks = (tx: Transaction, userId: string, purpose: Purpose): Promise<number> =>
  tx.run`delete from mailed_links where user_id = ${userId} and purpose = ${purpose}`;

/** Deletes up to `count` links that are no longer valid. Returns their number. */
export const deleteExpiredLinks = (db: Db, count: number): Promise<number> => db.run`
  delete from mailed_links where secret_hash in (
    select secret_hash from mailed_links where expires_at <= ${Date.now()} limit ${count})`;
