import type { Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { touchPosts } from '../posts/change-post.ts';
import { removeComments } from './remove.ts';

/** Rows per batch. A comment has up to 40 kB of text, and SQLite overwrites it in the file (`secure_delete`). */
const batchSize = { likes: 300, comments: 40, revisions: 40 };

/** Deletes one batch of a deleted account's likes of comments, and then of its comments. */
export const deleteRowsOfMember = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await deleteCommentLikesBy(tx, userId)) > 0 || (await deleteCommentsBy(tx, userId)) > 0;

/** Deletes one batch of the comments on posts, newest first, with their revisions. */
export async function deleteRowsOfPosts(tx: Transaction, postIds: string[]): Promise<boolean> {
  const newest = sql`(select id from comments where post_id = any(${postIds}) order by id desc limit ${batchSize.comments})`;
  const revisions = await tx.run`
    delete from revisions where id in (select id from revisions where comment_id in ${newest} limit ${batchSize.revisions})`;
  if (revisions > 0) return true;
  const comments = await tx.all<{ post_id: string }>`delete from comments where id in ${newest} returning post_id`;
  for (const [post, { length }] of Map.groupBy(comments, ({ post_id }) => post_id)) await touchPosts(tx, [post], { comments: -length });
  return comments.length === batchSize.comments;
}

async function deleteCommentLikesBy(tx: Transaction, userId: string): Promise<number> {
  const likes = await tx.all<{ comment_id: string; post_id: string }>`
    select l.comment_id, c.post_id from comment_likes l join comments c on c.id = l.comment_id
    where l.user_id = ${userId} order by l.comment_id limit cast(${batchSize.likes} as integer)`;
  const posts = [...new Set(likes.map(({ post_id }) => post_id))];
  const comments = likes.map(({ comment_id }) => comment_id);
  await tx.lock`select id from posts where id = any(${posts}) order by id`;
  const removed = await tx.all<{ comment_id: string }>`
    delete from comment_likes where user_id = ${userId} and comment_id = any(${comments}) returning comment_id`;
  await tx.run`update comments set like_count = like_count - 1 where id = any(${removed.map(({ comment_id }) => comment_id)})`;
  await touchPosts(tx, posts);
  return likes.length;
}

async function deleteCommentsBy(tx: Transaction, userId: string): Promise<number> {
  const comments = await tx.all<{ id: string; post_id: string }>`
    select id, post_id from comments where user_id = ${userId} order by id limit cast(${batchSize.comments} as integer)`;
  await tx.lock`select id from posts where id = any(${comments.map(({ post_id }) => post_id)}) order by id`;
  const removed = await removeComments(
    tx,
    comments.map(({ id }) => id),
  );
  for (const [post, { length }] of Map.groupBy(removed, (id) => id)) await touchPosts(tx, [post], { comments: -length });
  return comments.length;
}
