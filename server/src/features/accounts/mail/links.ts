import { clockTolerance } from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { hashOf, newSecret } from '../secret.ts';

/* The secrets of mailed links. A mail that is sent again has another secret, and both work, because the recipient may keep either. */

export type Purpose = 'reset' | 'verify' | 'undo';

const hour = 60 * 60 * 1000; // ms

/** Milliseconds that a link works: an undo from the change, the others from when the mail is sent. */
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

/** Creates the secret of a link that resets a password or confirms an address. Links of earlier mails for the same purpose stop working. */
export const createMailedLink = (db: Db, link: NewLink & { purpose: 'reset' | 'verify' }): Promise<string> =>
  db.transaction(async (tx) => {
    const { purpose, userId, mailId, causedAt } = link;
    await tx.run`
      delete from mailed_links
      where user_id = ${userId} and purpose = ${purpose} and mail_id <> ${mailId} and created_at <= ${causedAt}`;
    return insertMailedLink(tx, link);
  });

/** Inserts a link and returns its secret. Only its hash is stored. */
export async function insertMailedLink(tx: Transaction, { purpose, userId, email, mailId, causedAt }: NewLink): Promise<string> {
  const secret = newSecret();
  const isUndo = purpose === 'undo';
  const expiresAt = lifetimes[purpose] + (isUndo ? causedAt : Date.now());
  await tx.run`
    insert into mailed_links (secret_hash, purpose, user_id, mail_id, email, email_key, created_at, expires_at)
    values (${hashOf(secret)}, ${purpose}, ${userId}, ${mailId}, ${email}, ${isUndo ? emailKey(email) : null}, ${causedAt}, ${expiresAt})`;
  return secret;
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
