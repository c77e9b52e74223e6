import type { Transaction } from '../../platform/db/db.ts';

/** Rows per batch. */
const batchSize = 500;

export const deleteRowsOfMember = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await tx.run`
    delete from bookmarks where user_id = ${userId} and post_id in (
      select post_id from bookmarks where user_id = ${userId} order by post_id limit ${batchSize})`) > 0;

/** Deletes one batch of the bookmarks of posts. */
export async function deleteRowsOfPosts(tx: Transaction, postIds: string[]): Promise<boolean> {
  const deleted = await tx.run`
    delete from bookmarks where (post_id, user_id) in (
      select post_id, user_id from bookmarks where post_id = any(${postIds}) limit ${batchSize})`;
  return deleted === batchSize;
}
