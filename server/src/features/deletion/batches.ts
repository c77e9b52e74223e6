import type { Db, Transaction } from '../../platform/db/db.ts';
import { removeComments } from '../comments/remove.ts';
import { deleteFollowsOf } from '../follows/follows.ts';
import { deleteMediaOf } from '../media/media.ts';
import { touchPosts } from '../posts/change-post.ts';
import { removePostTags } from '../tags/post-tags.ts';

/*
 * Deleting an account with 100,000 posts, or a post with 15,000 comments, would block the database's single writer for seconds. So `deleteAccount` and
 * `deletePost` only hide the content (the views visible_posts, visible_comments and visible_likes exclude it), and a job deletes the rows in batches.
 */

/** A batch of an account's posts takes those with at most this many likes and comments. */
const maxRowsOfPost = 5;

/** Maximum number of rows per batch. A comment has up to 40 kB of text, a revision of a post 200 kB, and SQLite overwrites them in the file (`secure_delete`). */
const batchSize = { likes: 300, bookmarks: 500, follows: 100, comments: 40, posts: 40, revisions: 40, documents: 10 };

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
export async function deleteAccountBatch(tx: Transaction, id: string): Promise<boolean> {
  if (!(await tx.lock`select id from users where id = ${id} and deleted_at is not null`)) return false;
  if ((await deleteDocuments(tx, { user: id })) > 0) return true;
  const revisions = await tx.run`
    delete from revisions where id in (select id from revisions where user_id = ${id} order by id limit ${batchSize.revisions})`;
  if (revisions > 0 || (await deleteMediaOf(tx, id)) || (await deleteFollowsOf(tx, id, batchSize.follows)) > 0) return true;
  const bookmarks = await tx.run`
    delete from bookmarks where user_id = ${id} and post_id in (
      select post_id from bookmarks where user_id = ${id} order by post_id limit ${batchSize.bookmarks})`;
  if (bookmarks > 0) return true;
  if ((await deleteLikesBy(tx, id)) > 0 || (await deleteCommentLikesBy(tx, id)) > 0 || (await deleteCommentsBy(tx, id)) > 0) return true;
  const small = await tx.all<{ id: string }>`
    select id from posts where user_id = ${id} and like_count + comment_count <= ${maxRowsOfPost}
      and not exists (select 1 from bookmarks where post_id = posts.id) order by id limit cast(${batchSize.posts} as integer)`;
  if (small.length > 0) {
    const posts = small.map((post) => post.id);
    await tx.lock`select id from posts where id = any(${posts}) order by id`;
    await removePostTags(tx, posts);
    await tx.run`delete from posts where id = any(${posts})`;
    return true;
  }
  const post = await tx.get<{ id: string }>`select id from posts where user_id = ${id} order by id limit 1`;
  if (post) await deleteFromPost(tx, post.id);
  else await tx.run`delete from users where id = ${id}`;
  return post !== undefined;
}

/** Deletes one batch of a hidden post's rows. Returns whether rows are left. */
export async function deletePostBatch(tx: Transaction, id: string): Promise<boolean> {
  if (!(await tx.get`select id from posts where id = ${id} and deleted_at is not null`)) return false;
  return (await deleteDocuments(tx, { post: id })) > 0 || deleteFromPost(tx, id);
}

/** Terms of SQLite in characters, and of PostgreSQL in number, after which a batch of documents ends. */
const maxTerms = 20_000;

/** Removes the next documents of an account or a post from the search index. SQLite overwrites each of their words in the file, so a long one ends the batch. */
const deleteDocuments = (tx: Transaction, { user = null, post = null }: { user?: string | null; post?: string | null }): Promise<number> =>
  tx.run`
    delete from search_documents where seq in (
      select seq from (
        select seq, sum(size) over (order by seq) - size as before from (
          select seq, length(words) as size from search_documents where user_id = ${user}
          union all select seq, length(words) as size from search_documents where post_id = ${post}
          limit cast(${batchSize.documents} as integer)
        ) documents
      ) sums where before < cast(${maxTerms} as integer))`;

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

/** Deletes one batch of a post's comments and likes, and the post itself with the last batch. Returns whether the post is left. */
async function deleteFromPost(tx: Transaction, id: string): Promise<boolean> {
  await tx.lock`select id from posts where id = ${id}`;
  await removePostTags(tx, [id]);
  const revisions = await tx.run`
    delete from revisions where id in (
      select id from revisions where post_id = ${id}
        or comment_id in (select id from comments where post_id = ${id} order by id desc limit ${batchSize.comments})
      limit ${batchSize.revisions})`;
  if (revisions > 0) return true;
  const comments = await tx.run`
    delete from comments where id in (select id from comments where post_id = ${id} order by id desc limit ${batchSize.comments})`;
  const likes = await tx.run`
    delete from likes where id in (select id from likes where post_id = ${id} order by id desc limit ${batchSize.likes})`;
  const bookmarks = await tx.run`
    delete from bookmarks where post_id = ${id} and user_id in (
      select user_id from bookmarks where post_id = ${id} limit ${batchSize.bookmarks})`;
  const last = comments < batchSize.comments && likes < batchSize.likes && bookmarks < batchSize.bookmarks;
  if (last) await tx.run`delete from posts where id = ${id}`;
  else await touchPosts(tx, [id], { comments: -comments, likes: -likes });
  return !last;
}
