import { clockTolerance, type NotificationMail } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/id.ts';
import { mailOf } from '../../../platform/mail/mail.ts';
import { visiblePeople } from '../../visibility/policy.ts';
import { readNotifications } from '../list.ts';
import { isDiscussionMuted } from '../muted.ts';
import { isMailed } from './mail-settings.ts';

/* A batch: the notifications of one mail. They get its id in the transaction that enqueues the mail, so that no mail repeats them. */

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** The notifications of one discussion, or of a kind without one. */
    notifications: Batch & { discussion: string };
    /** All that are unread. */
    digest: Batch & { digest: DigestKind };
  }
}

export interface Batch {
  userId: string;
  batch: string;
}

/** `final`: the member has been away. */
export type DigestKind = 'daily' | 'weekly' | 'final';

/** Whether a row of notifications is an unread one of the member that a mail can contain, and that none does. */
export const isUnmailed = (userId: string): Sql =>
  sql`user_id = ${userId} and read_at is null and mail_batch is null and ${isMailed(sql`notifications`)}`;

/** Adds the unread notifications of a member that no mail contains and that meet a condition to a new batch. Returns undefined if there are none. */
export async function createBatch(tx: Transaction, userId: string, condition: Sql): Promise<string | undefined> {
  const batch = newId();
  return (await addToBatch(tx, { userId, batch }, condition)) > 0 ? batch : undefined;
}

/** Adds such notifications to a batch. Returns their number. */
export const addToBatch = (db: Pick<Transaction, 'run'>, { userId, batch }: Batch, condition: Sql): Promise<number> =>
  db.run`update notifications set mail_batch = ${batch} where ${isUnmailed(userId)} and ${condition}`;

/** Whether a notification is about a discussion, or of a kind without one. */
export const isAbout = (discussion: string): Sql => sql`coalesce(post_id, kind) = ${discussion}`;

/** Enqueues a digest of all unread notifications, if there are any. */
export async function enqueueDigest(context: Context, tx: Transaction, userId: string, digest: DigestKind): Promise<void> {
  const batch = await createBatch(tx, userId, sql`true`);
  if (batch) await mailOf(context).enqueue(tx, 'digest', { userId, batch, digest });
}

/** Notifications that a mail lists. */
const maxListed = 20;

/** Reads the notifications of a batch that are still unread, shown, mailed, and in no discussion that was muted since, and the number of all. */
export function readBatch(db: Db, { userId, batch }: Batch) {
  const isWanted = sql`${isMailed(sql`notifications`)} and not ${isDiscussionMuted(userId, sql`notifications.post_id`)}`;
  return readNotifications(db, { id: userId }, sql`mail_batch = ${batch} and read_at is null and ${isWanted}`, maxListed);
}

/** Takes notifications out of a batch that is not sent, so that a later mail contains them. */
export const releaseBatch = (db: Pick<Transaction, 'run'>, { userId, batch }: Batch): Promise<number> =>
  db.run`update notifications set mail_batch = null where user_id = ${userId} and mail_batch = ${batch}`;

export interface Recipient extends NotificationMail {
  email: string;
  token: string;
  pausedAt: number | null;
  /** When the last mail was sent; 0: never. */
  mailedAt: number;
}

/** Returns the confirmed address of a member, and the settings. Returns undefined if mail is refused, the account was deleted or mails are off. */
export async function readRecipient(db: Reader, userId: string): Promise<Recipient | undefined> {
  const row = await db.get<Recipient>`
    select u.email, m.frequency, m.time_zone as "timeZone", m.unsubscribe_token as token, m.paused_at as "pausedAt", coalesce(m.mailed_at, 0) as "mailedAt"
    from ${visiblePeople('members')} u join mail_settings m on m.user_id = u.id
    where u.id = ${userId} and ${isReachable(sql`u`)}`;
  return row?.frequency === 'off' ? undefined : row;
}

/** Whether the address of a row of users is confirmed and not refused. */
export const isReachable = (user: Sql): Sql =>
  sql`(${user}.email_verified_at is not null and ${user}.email_pending is null and ${user}.email_rejected_at is null)`;

const minute = 60_000;

/** Returns when a mail can be sent to a recipient if another was sent in the last minute. Ignores a time in the future, which a wrong clock wrote. */
export function nextMinute({ mailedAt }: Recipient, now = Date.now()): number | undefined {
  const next = mailedAt + minute;
  return next > now && mailedAt <= now + clockTolerance ? next : undefined;
}

/** Claims this minute for a mail to a recipient, by compare-and-swap with other processes. Returns when to try again if another one has claimed it since the recipient was read. */
export async function claimMinute(db: Db, userId: string, { mailedAt }: Recipient, now = Date.now()): Promise<number | undefined> {
  const claimed =
    await db.run`update mail_settings set mailed_at = ${now} where user_id = ${userId} and coalesce(mailed_at, 0) = ${mailedAt}`;
  return claimed > 0 ? undefined : now + minute;
}
