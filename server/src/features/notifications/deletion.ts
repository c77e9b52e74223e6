import type { Transaction } from '../../platform/db/db.ts';

/** Rows per batch. */
const batchSize = 500;

/** Deletes one batch of a deleted account's notifications, of those that it caused, and of its watched and muted discussions. */
export async function deleteRowsOfMember(tx: Transaction, userId: string): Promise<boolean> {
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

/** Deletes one batch of what is about posts. */
export async function deleteRowsOfPosts(tx: Transaction, postIds: string[]): Promise<boolean> {
  const notifications = await tx.run`
    delete from notifications where (actor_id, kind, subject, user_id) in (
      select actor_id, kind, subject, user_id from notifications where post_id = any(${postIds}) limit ${batchSize})`;
  const watches = await tx.run`
    delete from post_watches where (post_id, user_id) in (
      select post_id, user_id from post_watches where post_id = any(${postIds}) limit ${batchSize})`;
  return Math.max(notifications, watches) === batchSize;
}
