import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { batch, inBatches } from './batches.ts';
import { enqueueMails } from './mail/at-once.ts';
import { isMuted } from './muted.ts';
import { alreadyNotified, membersOf } from './notify.ts';
import { isOn } from './settings.ts';

/*
 * A post notifies those who follow its author or one of its tags, and have turned these notifications on. A job writes their rows, so that the post does not wait.
 * A member has one for each followed member and tag, which stands for all posts since the last one that was read.
 */

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Notifies those who follow the author or a tag of a new post. */
    'notifications.post': NewPost;
  }
}

interface NewPost {
  postId: string;
  authorId: string;
  /** In the order of the post. */
  tags: string[];
}

/** Enqueues the job, if any member has turned these notifications on. */
export async function notifyOfPost({ jobs }: Pick<Context, 'jobs'>, tx: Transaction, { postId, authorId, tags }: NewPost): Promise<void> {
  const isWanted = await tx.get`select 1 as one from notification_settings where kind = 'post' and channel = 'site' and is_on = 1 limit 1`;
  if (isWanted) await jobs.enqueue(tx, { kind: 'notifications.post', payload: { postId, authorId, tags }, key: postId });
}

/** Registers the job. A member who follows both the author and tags, or several tags, is notified once. */
export function registerFollowed(context: Context): void {
  const { db, events, jobs } = context;
  jobs.handle('notifications.post', async (post, signal) => {
    const notify = (actor: string | Sql, subject: string, others: Sql) => (userIds: string[]) =>
      db.transaction(async (tx) => {
        const notified = await notifyFollowers(tx, post, { actor, subject, userIds, others });
        if (notified.length === 0) return;
        await events.publish(tx, 'notifications.changed', { userIds: notified });
        // Those about a tag have the notified member as their actor.
        for (const actorId of subject === post.authorId ? [subject] : notified) await enqueueMails(context, tx, { actorId, subject });
      });
    await inBatches(
      (after) => db.all`
        select f.id as key, f.follower_id as id from user_follows f where f.followee_id = ${post.authorId} and f.id > ${after}
        order by f.id limit cast(${batch} as integer)`,
      notify(post.authorId, post.authorId, sql`true`),
      signal,
    );
    for (const [index, tag] of post.tags.entries()) {
      const isFirst = sql`
        not exists (select 1 from user_follows f where f.follower_id = recipient.id and f.followee_id = ${post.authorId})
        and not exists (select 1 from tag_follows f where f.user_id = recipient.id and f.tag = any(${post.tags.slice(0, index)}))`;
      await inBatches(
        (after) => db.all`
          select user_id as key, user_id as id from tag_follows where tag = ${tag} and user_id > ${after}
          order by user_id limit cast(${batch} as integer)`,
        notify(sql`recipient.id`, `#${tag}`, isFirst),
        signal,
      );
    }
  });
}

interface Followers {
  actor: string | Sql;
  subject: string;
  userIds: string[];
  /** Which of the members are notified for this subject. */
  others: Sql;
}

/** Returns the members who are notified. */
async function notifyFollowers(
  tx: Transaction,
  { postId, authorId }: NewPost,
  { actor, subject, userIds, others }: Followers,
): Promise<string[]> {
  // The post may have been deleted since. Jobs of later posts may have run before.
  if (!(await tx.lock`select id from ${visiblePosts('members')} p where id = ${postId}`)) return [];
  const rows = await tx.all<{ user_id: string }>`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, first_post_id)
    select recipient.id, 'post', ${actor}, ${subject}, ${postId}, ${postId}, ${postId}
    from ${membersOf(userIds)}
    where recipient.id <> ${authorId} and ${isOn(sql`'post'`, 'site', false)} and not ${isMuted(sql`recipient.id`, postId)}
      and not ${alreadyNotified({ actorId: authorId, subject: postId })} and ${others}
    on conflict (actor_id, kind, subject, user_id) do update set
      id = case when notifications.id < excluded.id then excluded.id else notifications.id end,
      post_id = case when notifications.id < excluded.id then excluded.post_id else notifications.post_id end,
      first_post_id = case when notifications.read_at is null and notifications.first_post_id < excluded.first_post_id
        then notifications.first_post_id else excluded.first_post_id end,
      read_at = null, mail_batch = null
    where notifications.id < excluded.id or (notifications.read_at is null and notifications.first_post_id > excluded.first_post_id)
    returning user_id`;
  return rows.map(({ user_id }) => user_id);
}
