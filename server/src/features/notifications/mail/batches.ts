import type { NotificationMail } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/id.ts';
import { type MailPayloads, mailOf } from '../../../platform/mail/mail.ts';
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

/** Enqueues a mail about notifications. A member gets at most one per minute. */
export async function enqueueNotificationMail<Kind extends 'notifications' | 'digest'>(
  context: Context,
  tx: Transaction,
  kind: Kind,
  payload: MailPayloads[Kind],
): Promise<void> {
  await mailOf(context).enqueue(tx, kind, payload, await reserveMinute(tx, payload.userId, Date.now()));
}

/** Enqueues a digest of all unread notifications, if there are any. */
export async function enqueueDigest(context: Context, tx: Transaction, userId: string, digest: DigestKind): Promise<void> {
  const batch = await createBatch(tx, userId, sql`true`);
  if (batch) await enqueueNotificationMail(context, tx, 'digest', { userId, batch, digest });
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

interface Recipient extends NotificationMail {
  email: string;
  token: string;
  pausedAt: number | null;
}

/** Returns the confirmed address of a member, and the settings. Returns undefined if mail is refused, the account was deleted or mails are off. */
export async function readRecipient(db: Reader, userId: string): Promise<Recipient | undefined> {
  const row = await db.get<Recipient>`
    select u.email, m.frequency, m.time_zone as "timeZone", m.unsubscribe_token as token, m.paused_at as "pausedAt"
    from ${visiblePeople('members')} u join mail_settings m on m.user_id = u.id
    where u.id = ${userId} and ${isReachable(sql`u`)}`;
  return row?.frequency === 'off' ? undefined : row;
}

/** Whether the address of a row of users is confirmed and not refused. */
export const isReachable = (user: Sql): Sql =>
  sql`(${user}.email_verified_at is not null and ${user}.email_pending is null and ${user}.email_rejected_at is null)`;

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Reserves the next minute in which a mail may be sent to a member, and returns when it begins. One that is more than a day ahead comes from a clock that was
 * wrong. Mails that the server deferred are sent later than in their minute.
 */
async function reserveMinute(tx: Transaction, userId: string, now: number): Promise<number> {
  const row = await tx.lock<{ at: number | null }>`select mailed_at as at from mail_settings where user_id = ${userId}`;
  const next = (row?.at ?? 0) + minute;
  const at = next > now && next <= now + day ? next : now;
  await tx.run`update mail_settings set mailed_at = ${at} where user_id = ${userId}`;
  return at;
}
