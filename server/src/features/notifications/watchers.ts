import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { visibleComments, visiblePeople } from '../visibility/policy.ts';
import { enqueueMails } from './mail/at-once.ts';
import { batch, membersOf, notifyOfText } from './notify.ts';
import { isUnwatched } from './watches.ts';

/* A comment notifies the authors of the post and of the comment that it answers, those who watch the discussion, and those who commented on it recently. */

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Notifies further members who watch a discussion of a comment, from those after the id `after`. */
    'notifications.watchers': { commentId: string; postId: string; actorId: string; after?: string };
  }
}

/** Members whom a request notifies: watchers, and authors of the newest comments. A job notifies the other watchers. The statements repeat the numbers. */
const maxDirect = 50;

interface NewComment {
  commentId: string;
  postId: string;
  actorId: string;
  postAuthorId: string;
  /** The author of the comment that it answers. */
  parentAuthorId: string | undefined;
}

/** Notifies members of a comment in one statement. */
export async function notifyOfComment(
  { jobs, events }: Context,
  tx: Transaction,
  { commentId, postId, actorId, postAuthorId, parentAuthorId = '' }: NewComment,
): Promise<void> {
  const cause = { id: commentId, actorId, subject: commentId, commentId };
  const repliedTo = [postAuthorId, parentAuthorId];
  const isReply = sql`recipient.id = any(${repliedTo})`;
  const notified = await notifyOfText(
    tx,
    sql`case when ${isReply} then 'reply' else 'comment' end`,
    postId,
    cause,
    sql`(select id from (
      select id from ${visiblePeople('members')} p where p.id = any(${repliedTo})
      union select user_id from (select user_id from ${visibleComments('members')} c where c.post_id = ${postId} order by c.id desc limit 50) commenters
      union select user_id from (
        select user_id from post_watches where post_id = ${postId} and state = 'watched' order by user_id limit 50) watchers
    ) candidate where candidate.id = ${parentAuthorId} or not ${isUnwatched(sql`candidate.id`, postId)}) recipient`,
  );
  if (notified.length > 0) await events.publish(tx, 'notifications.changed', { userIds: notified });
  if (notified.length >= maxDirect)
    await jobs.enqueue(tx, { kind: 'notifications.watchers', payload: { commentId, postId, actorId }, key: commentId });
}

/** Registers the job that notifies those who watch a discussion with many watchers: one batch per run. Notifies nobody twice. */
export function registerWatchers(context: Context): void {
  const { db, events, jobs } = context;
  jobs.handle('notifications.watchers', async ({ after = '', ...comment }) => {
    const { commentId, postId, actorId } = comment;
    const rows = await db.all<{ id: string }>`
      select user_id as id from post_watches where post_id = ${postId} and state = 'watched' and user_id > ${after}
      order by user_id limit cast(${batch} as integer)`;
    const userIds = rows.map(({ id }) => id);
    await db.transaction(async (tx) => {
      // The comment may have been deleted since.
      if (!(await tx.lock`select id from ${visibleComments('members')} c where id = ${commentId}`)) return;
      const cause = { id: commentId, actorId, subject: commentId, commentId };
      const notified = await notifyOfText(tx, sql`'comment'`, postId, cause, membersOf(userIds));
      if (notified.length > 0) await events.publish(tx, 'notifications.changed', { userIds: notified });
      await enqueueMails(context, tx, cause);
      if (userIds.length === batch)
        await jobs.enqueue(tx, { kind: 'notifications.watchers', payload: { ...comment, after: userIds.at(-1) }, key: commentId });
    });
  });
}
