import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { enqueueMailsOfPost } from './mail/at-once.ts';
import { isMuted } from './muted.ts';
import { alreadyNotified, batch, membersOf } from './notify.ts';
import { isOn } from './settings.ts';

/*
 * A post notifies those who follow its author or one of its tags, and have turned these notifications on. A job writes their rows, so that the post does not wait.
 * A member has one for each followed member and tag, which stands for all posts since the last one that was read.
 */

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Notifies those who follow the author or a tag of a new post: from those after `after` of the followers of the author (0) or a tag (from 1). */
    'notifications.post': NewPost & { list?: number; after?: string };
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

/**
 * Registers the job. A member who follows both the author and tags, or several tags, is notified once. The job enqueues itself after a full batch, so that many
 * followers are not one run.
 */
export function registerFollowed(context: Context): void {
  const { db, events, jobs } = context;
  jobs.handle('notifications.post', async ({ list: firstList = 0, after: start = '', ...post }) => {
    for (let list = firstList, after = start; list <= post.tags.length; list++, after = '') {
      const followers = followersIn(post, list);
      const rows = await db.all<{ key: string; id: string }>`${followers.after(after)} limit cast(${batch} as integer)`;
      if (rows.length === 0 && after === '') continue;
      const isFull = rows.length === batch;
      const exists = await db.transaction(async (tx) => {
        // The post may have been deleted since.
        if (!(await tx.lock`select id from ${visiblePosts('members')} p where id = ${post.postId}`)) return false;
        const notified = await notifyFollowers(tx, post, { ...followers, userIds: rows.map(({ id }) => id) });
        if (notified.length > 0) await events.publish(tx, 'notifications.changed', { userIds: notified });
        if (isFull)
          await jobs.enqueue(tx, {
            kind: 'notifications.post',
            payload: { ...post, list, after: rows.at(-1)?.key ?? '' },
            key: post.postId,
          });
        else await enqueueMailsOfPost(context, tx, { postId: post.postId, subject: followers.subject });
        return true;
      });
      if (isFull || !exists) return;
    }
  });
}

/** The followers of the author (0), or of a tag (from 1) except those who follow the author or an earlier tag. */
function followersIn({ authorId, tags }: NewPost, list: number) {
  if (list === 0)
    return {
      actor: authorId,
      subject: authorId,
      others: sql`true`,
      after: (after: string) => sql`
        select f.id as key, f.follower_id as id from user_follows f where f.followee_id = ${authorId} and f.id > ${after} order by f.id`,
    };
  const tag = tags[list - 1] ?? '';
  return {
    actor: sql`recipient.id`,
    subject: `#${tag}`,
    others: sql`
      not exists (select 1 from user_follows f where f.follower_id = recipient.id and f.followee_id = ${authorId})
      and not exists (select 1 from tag_follows f where f.user_id = recipient.id and f.tag = any(${tags.slice(0, list - 1)}))`,
    after: (after: string) => sql`
      select user_id as key, user_id as id from tag_follows where tag = ${tag} and user_id > ${after} order by user_id`,
  };
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
  // Jobs of later posts may have run before.
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
