import type { NotificationMail } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/id.ts';
import { mailOf } from '../../../platform/mail/mail.ts';
import { visiblePeople } from '../../visibility/policy.ts';
import { readNotifications } from '../list.ts';
import { isMailed } from './mail-settings.ts';

/* A batch: the notifications of one mail. They get its id in the transaction that enqueues the mail, so that no mail repeats them. */

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** The notifications of one discussion, or of a kind without one. */
    notifications: { userId: string; batch: string };
    /** All that are unread. `final`: the member has been away. */
    digest: { userId: string; batch: string; frequency: NotificationMail['frequency']; final: boolean };
  }
}

/** Adds the unread notifications of a member that no mail contains and that meet a condition to a new batch. Returns undefined if there are none. */
export async function createBatch(tx: Transaction, userId: string, condition: Sql): Promise<string | undefined> {
  const batch = newId();
  const added = await tx.run`
    update notifications set mail_batch = ${batch}
    where user_id = ${userId} and read_at is null and mail_batch is null and ${condition} and ${isMailed(sql`notifications`)}`;
  return added > 0 ? batch : undefined;
}

/** Enqueues a digest of all unread notifications, if there are any. */
export async function enqueueDigest(
  context: Context,
  tx: Transaction,
  { userId, frequency }: { userId: string; frequency: NotificationMail['frequency'] },
  final: boolean,
): Promise<void> {
  const batch = await createBatch(tx, userId, sql`true`);
  if (batch) await mailOf(context).enqueue(tx, 'digest', { userId, batch, frequency, final });
}

/** Notifications that a mail lists. */
const maxListed = 20;

/** Reads the notifications of a batch that are still unread, shown and mailed, and the number of all. */
export const readBatch = (db: Db, userId: string, batch: string) =>
  readNotifications(db, { id: userId }, sql`mail_batch = ${batch} and read_at is null and ${isMailed(sql`notifications`)}`, maxListed);

/** Takes notifications out of a batch that is not sent, so that a later mail contains them. */
export const releaseBatch = (db: Db, userId: string, batch: string): Promise<number> =>
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

/** Lets one mail per minute be sent to a member. Returns when the next can be, unless it is the turn of this one. */
export const takeTurn = (db: Db, userId: string, mailId: string): Promise<number | undefined> =>
  db.transaction(async (tx) => {
    const row = await tx.lock<{ mailed_at: number | null; mailed_id: string | null }>`
      select mailed_at, mailed_id from mail_settings where user_id = ${userId}`;
    const now = Date.now();
    const next = (row?.mailed_at ?? 0) + minute;
    if (row?.mailed_id !== mailId && next > now && next <= now + minute) return next;
    await tx.run`update mail_settings set mailed_at = ${now}, mailed_id = ${mailId} where user_id = ${userId}`;
    return undefined;
  });
