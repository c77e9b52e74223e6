import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { mailOf } from '../../../platform/mail/mail.ts';
import { enqueueMails, registerMailsAtOnce } from './at-once.ts';
import { registerDigests } from './digests.ts';
import { registerNotificationMails } from './notification-mails.ts';
import { notePresence } from './presence.ts';

/** Mails notifications. Registered after the subscribers that write them. */
export function registerMails(context: Context): void {
  if (!mailOf(context).enabled) return;
  const { events } = context;
  registerNotificationMails(context);
  registerMailsAtOnce(context);
  registerDigests(context);
  notePresence(context);
  events.on('comment.created', (tx, { commentId, authorId }) => enqueueMails(context, tx, { actorId: authorId, subject: commentId }));
  events.on('mentions.changed', async (tx, { postId, commentId, authorId, added }) => {
    if (added.length > 0) await enqueueMails(context, tx, { actorId: authorId, subject: commentId ?? postId });
  });
  events.on('like.added', async (tx, { postId, commentId, userId, authorId }) => {
    if (await hasChosen(tx, authorId, 'like')) await enqueueMails(context, tx, { actorId: userId, subject: commentId ?? postId });
  });
  events.on('user.followed', async (tx, { userId, followerId }) => {
    if (await hasChosen(tx, userId, 'follow')) await enqueueMails(context, tx, { actorId: followerId, subject: followerId });
  });
}

/** Whether a member receives a kind of notification by mail that is off by default. Spares most events a job. */
const hasChosen = async (tx: Transaction, userId: string, kind: string): Promise<boolean> =>
  (await tx.get`
    select 1 as one from notification_settings where user_id = ${userId} and kind = ${kind} and channel = 'email' and is_on = 1`) !==
  undefined;
