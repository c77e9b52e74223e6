import { alwaysMailed, notificationKinds } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { constants, sql } from '../../../platform/db/sql.ts';
import type { JobPayloads } from '../../../platform/jobs/kinds.ts';
import { mailOf } from '../../../platform/mail/mail.ts';
import { visiblePeople } from '../../visibility/policy.ts';
import { createBatch, enqueueDigest, isAbout, isReachable, isUnmailed } from './batches.ts';
import { isMailed, lockMailSettings } from './mail-settings.ts';
import { nextMail, noteEnqueued } from './mailed-discussions.ts';
import { isAway } from './presence.ts';

/* Mails at once: a job of each event finds the members whom it notified, and a job of each member and discussion enqueues at most one mail per hour. */

declare module '../../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Finds the members to whom a notification is mailed at once, in the order of their ids. */
    'notifications.recipients': Cause & { after: string };
    /** Mails the notifications of a discussion to a member. */
    'notifications.mail': { userId: string; discussion: string };
  }
}

/** Notifications with the same actor and subject have the same cause, and so have those about a post and the same subject. */
type Cause = ({ actorId: string } | { postId: string }) & { subject: string };

/** Enqueues the mails about an event, in the transaction that notifies members of it. */
export async function enqueueMails(context: Context, tx: Transaction, cause: { actorId: string; subject: string }): Promise<void> {
  const { actorId, subject } = cause;
  if (mailOf(context).enabled) await enqueueRecipients(context, tx, { actorId, subject, after: '' });
}

/** Enqueues the mails about a post to the followers of its author or of a tag, if any member receives such mails. */
export async function enqueueMailsOfPost(context: Context, tx: Transaction, cause: { postId: string; subject: string }): Promise<void> {
  if (!mailOf(context).enabled) return;
  if (await tx.get`select 1 as one from notification_settings where kind = 'post' and channel = 'email' and is_on = 1 limit 1`)
    await enqueueRecipients(context, tx, { ...cause, after: '' });
}

function enqueueRecipients({ jobs }: Context, tx: Transaction, payload: JobPayloads['notifications.recipients']): Promise<void> {
  const id = 'postId' in payload ? payload.postId : payload.actorId;
  return jobs.enqueue(tx, { kind: 'notifications.recipients', payload, key: `${id} ${payload.subject} ${payload.after}` });
}

/** Members per job. */
const batch = 100;
/** The kinds with the member who caused them as actor. */
const kinds = constants(...notificationKinds.filter((kind) => kind !== 'post' && !alwaysMailed.includes(kind)));
/** Thousands of these may be due. With a slot of their own, they do not delay other jobs. */
const oneAtATime = { ownSlots: 1 };

export function registerMailsAtOnce(context: Context): void {
  const { db, jobs } = context;
  jobs.handle(
    'notifications.recipients',
    async ({ subject, after, ...cause }) => {
      const isCaused =
        'postId' in cause
          ? sql`n.post_id = ${cause.postId} and n.kind = 'post'`
          : sql`n.actor_id = ${cause.actorId} and n.kind in (${kinds})`;
      const rows = await db.all<{ user_id: string; discussion: string }>`
        select n.user_id, coalesce(n.post_id, n.kind) as discussion from notifications n join ${visiblePeople('members')} u on u.id = n.user_id
        where ${isCaused} and n.subject = ${subject}
          and n.user_id > ${after} and n.read_at is null and n.mail_batch is null
          and ${isReachable(sql`u`)} and ${isMailed(sql`n`)}
          and coalesce((select m.frequency from mail_settings m where m.user_id = n.user_id), 'now') = 'now'
        order by n.user_id limit cast(${batch} as integer)`;
      await db.transaction(async (tx) => {
        for (const { user_id: userId, discussion } of rows)
          await jobs.enqueue(tx, { kind: 'notifications.mail', payload: { userId, discussion }, key: `${userId} ${discussion}` });
        const last = rows.at(-1)?.user_id;
        if (last !== undefined && rows.length === batch) await enqueueRecipients(context, tx, { ...cause, subject, after: last });
      });
    },
    oneAtATime,
  );
  jobs.handle(
    'notifications.mail',
    ({ userId, discussion }) => db.transaction((tx) => enqueueMail(context, tx, userId, discussion, Date.now())),
    oneAtATime,
  );
}

/** Enqueues one mail about a discussion. Returns when to try again if the member had one within an hour, or one is not sent yet, and another notification waits. */
async function enqueueMail(
  context: Context,
  tx: Transaction,
  userId: string,
  discussion: string,
  now: number,
): Promise<number | undefined> {
  if (!(await tx.get`select 1 as one from ${visiblePeople('members')} u where u.id = ${userId}`)) return undefined;
  const settings = await lockMailSettings(tx, userId);
  if (settings.frequency !== 'now' || settings.pausedAt !== null) return undefined;
  if (await isAway(tx, settings, now)) {
    await tx.run`update mail_settings set paused_at = ${now} where user_id = ${userId}`;
    await enqueueDigest(context, tx, userId, 'final');
    return undefined;
  }
  const next = await nextMail(tx, { userId, discussion }, now);
  if (next !== undefined) {
    const waiting = await tx.get`select 1 as one from notifications where ${isUnmailed(userId)} and ${isAbout(discussion)} limit 1`;
    return waiting ? next : undefined;
  }
  const id = await createBatch(tx, userId, isAbout(discussion));
  if (!id) return undefined;
  await noteEnqueued(tx, { userId, discussion }, now);
  await mailOf(context).enqueue(tx, 'notifications', { userId, batch: id, discussion });
  return undefined;
}
