import type { Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { visiblePosts } from '../visibility/policy.ts';

/** Rows per batch. */
const batchSize = 500;

/** Deletes one batch of a deleted account's notifications, of those that it caused, and of its watched and muted discussions. */
export async function deleteRowsOfMember(tx: Transaction, userId: string): Promise<boolean> {
  if (await keepLikes(tx, userId)) return true;
  const deleted = await tx.run`
    delete from notifications where (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from (
        select actor_id, kind, subject, user_id from notifications where user_id = ${userId}
        union all select actor_id, kind, subject, user_id from notifications where actor_id = ${userId}
      ) rows_of_member limit ${batchSize})`;
  if (deleted > 0) return true;
  return (
    (await tx.run`
      delete from post_watches where user_id = ${userId} and post_id in (
        select post_id from post_watches where user_id = ${userId} order by post_id limit ${batchSize})`) > 0
  );
}

/** Detaches one batch of unread notifications from a liker, because they stand for later likes of others, too. They stay hidden unless there are some. */
const keepLikes = async (tx: Transaction, likerId: string): Promise<boolean> =>
  (await tx.run`
    update notifications set actor_id = user_id where (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from notifications n
      where actor_id = ${likerId} and kind = 'like' and user_id <> ${likerId} and read_at is null and not exists (
        select 1 from notifications detached
        where detached.actor_id = n.user_id and detached.kind = 'like' and detached.subject = n.subject and detached.user_id = n.user_id)
      limit ${batchSize})`) > 0;

/** Deletes one batch of the notifications and the watched and muted discussions of posts. */
export async function deleteRowsOfPosts(tx: Transaction, postIds: string[]): Promise<boolean> {
  if (await keepOlderPosts(tx, postIds)) return true;
  const notifications = await tx.run`
    delete from notifications where (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from notifications where post_id = any(${postIds}) limit ${batchSize})`;
  const watches = await tx.run`
    delete from post_watches where (post_id, user_id) in (
      select post_id, user_id from post_watches where post_id = any(${postIds}) limit ${batchSize})`;
  return Math.max(notifications, watches) === batchSize;
}

/** Lets one batch of the notifications that stand for several posts, of which these are the newest, end at an older one, or stand for their newest only. */
export const keepOlderPosts = async (tx: Transaction, postIds: string[]): Promise<boolean> =>
  (await tx.run`
    update notifications set (id, post_id, first_post_id) = (
      select coalesce(older, notifications.id), coalesce(older, notifications.post_id),
        case when older is null then notifications.post_id else notifications.first_post_id end
      from (select case when substr(notifications.subject, 1, 1) = '#' then ${olderInTag} else ${olderByAuthor} end as older) found)
    where post_id = any(${postIds}) and (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from notifications
      where post_id = any(${postIds}) and kind = 'post' and first_post_id < post_id limit ${batchSize})`) > 0;

const olderByAuthor = sql`(
  select p.id from ${visiblePosts('members')} p
  where p.user_id = notifications.actor_id and p.id >= notifications.first_post_id and p.id < notifications.post_id order by p.id desc limit 1)`;

const olderInTag = sql`(
  select t.post_id from post_tags t join ${visiblePosts('members')} p on p.id = t.post_id
  where t.tag = substr(notifications.subject, 2) and p.user_id <> notifications.user_id
    and t.post_id >= notifications.first_post_id and t.post_id < notifications.post_id order by t.post_id desc limit 1)`;
