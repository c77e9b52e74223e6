import type { Transaction } from '../../platform/db/db.ts';

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
  const notifications = await tx.run`
    delete from notifications where (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from notifications where post_id = any(${postIds}) limit ${batchSize})`;
  const watches = await tx.run`
    delete from post_watches where (post_id, user_id) in (
      select post_id, user_id from post_watches where post_id = any(${postIds}) limit ${batchSize})`;
  return Math.max(notifications, watches) === batchSize;
}
