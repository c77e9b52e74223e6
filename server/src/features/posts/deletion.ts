import type { Transaction } from '../../platform/db/db.ts';
import { touchPosts } from './change-post.ts';

/** Rows per batch. A revision has up to 200 kB, and SQLite overwrites it in the file (`secure_delete`). */
const batchSize = { likes: 300, revisions: 40 };

/** Deletes one batch of a deleted account's revisions and likes. Its posts are deleted last, one by one (features/deletion). */
export async function deleteRowsOfMember(tx: Transaction, userId: string): Promise<boolean> {
  const revisions = await tx.run`
    delete from revisions where id in (select id from revisions where user_id = ${userId} order by id limit ${batchSize.revisions})`;
  return revisions > 0 || (await deleteLikesBy(tx, userId)) > 0;
}

/** Deletes one batch of the revisions and likes of posts. */
export async function deleteRowsOfPosts(tx: Transaction, postIds: string[]): Promise<boolean> {
  const revisions = await tx.run`
    delete from revisions where id in (select id from revisions where post_id = any(${postIds}) limit ${batchSize.revisions})`;
  if (revisions > 0) return true;
  const likes = await tx.all<{ post_id: string }>`
    delete from likes where id in (select id from likes where post_id = any(${postIds}) order by id desc limit ${batchSize.likes}) returning post_id`;
  for (const [post, { length }] of Map.groupBy(likes, ({ post_id }) => post_id)) await touchPosts(tx, [post], { likes: -length });
  return likes.length === batchSize.likes;
}

/** Locks the posts in the order of their ids, so that two deletions cannot deadlock. */
async function deleteLikesBy(tx: Transaction, userId: string): Promise<number> {
  const likes = await tx.all<{ post_id: string }>`
    select post_id from likes where user_id = ${userId} order by post_id limit cast(${batchSize.likes} as integer)`;
  const posts = likes.map(({ post_id }) => post_id);
  await tx.lock`select id from posts where id = any(${posts}) order by id`;
  // Counts the deleted rows: the member may have removed a like before the lock.
  const removed = await tx.all<{ post_id: string }>`
    delete from likes where user_id = ${userId} and post_id = any(${posts}) returning post_id`;
  await touchPosts(
    tx,
    removed.map(({ post_id }) => post_id),
    { likes: -1 },
  );
  return likes.length;
}
