import type { Feature } from '../../platform/context.ts';
import type { Db, Transaction } from '../../platform/db/db.ts';

/*
 * Deleting an account with 100,000 posts, or a post with 15,000 comments, would block the database's single writer for seconds. So `deleteAccount` and
 * `deletePost` only hide the content (the views visible_posts, visible_comments and visible_likes exclude it), and a job deletes the rows in batches: each feature
 * its own, from the last feature to the first.
 */

/** A batch of an account's posts takes those with at most this many likes and comments, and at most this many posts. A post has up to 200 kB of text. */
const [maxRowsOfPost, maxPosts] = [5, 40];

/** Returns hidden accounts and posts without a job, at most 1,000 each. Their indexes contain only hidden rows. */
export async function findHidden(db: Db): Promise<{ users: string[]; posts: string[] }> {
  const users = await db.all<{ id: string }>`
    select id from users where deleted_at is not null and not exists (select 1 from jobs where kind = 'account.delete' and key = users.id)
    order by deleted_at limit 1000`;
  const posts = await db.all<{ id: string }>`
    select id from posts where deleted_at is not null and not exists (select 1 from jobs where kind = 'post.delete' and key = posts.id)
    order by id limit 1000`;
  return { users: users.map(({ id }) => id), posts: posts.map(({ id }) => id) };
}

/** Deletes one batch of a hidden account's rows, and the account itself with the last batch. Returns whether rows are left. */
export async function deleteAccountBatch(tx: Transaction, features: Feature[], id: string): Promise<boolean> {
  if (!(await tx.lock`select id from users where id = ${id} and deleted_at is not null`)) return false;
  for (const { deleteRowsOfMember } of features.toReversed()) if (await deleteRowsOfMember?.(tx, id)) return true;
  const posts = await nextPosts(tx, id);
  if (posts.length > 0) await deletePosts(tx, features, posts);
  else await tx.run`delete from users where id = ${id}`;
  return posts.length > 0;
}

/** Returns the next posts of an account to delete: several small ones, or one. */
async function nextPosts(tx: Transaction, userId: string): Promise<string[]> {
  const small = await tx.all<{ id: string }>`
    select id from posts where user_id = ${userId} and like_count + comment_count <= ${maxRowsOfPost} order by id limit cast(${maxPosts} as integer)`;
  const posts = small.length > 0 ? small : await tx.all<{ id: string }>`select id from posts where user_id = ${userId} order by id limit 1`;
  return posts.map(({ id }) => id);
}

/** Deletes one batch of a hidden post's rows. Returns whether rows are left. */
export async function deletePostBatch(tx: Transaction, features: Feature[], id: string): Promise<boolean> {
  if (!(await tx.get`select id from posts where id = ${id} and deleted_at is not null`)) return false;
  return deletePosts(tx, features, [id]);
}

/** Deletes one batch of the rows on posts, and the posts themselves with the last batch. Returns whether the posts are left. */
async function deletePosts(tx: Transaction, features: Feature[], ids: string[]): Promise<boolean> {
  await tx.lock`select id from posts where id = any(${ids}) order by id`;
  for (const { deleteRowsOfPosts } of features.toReversed()) if (await deleteRowsOfPosts?.(tx, ids)) return true;
  await tx.run`delete from posts where id = any(${ids})`;
  return false;
}
