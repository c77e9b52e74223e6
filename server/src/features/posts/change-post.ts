import type { Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { visiblePosts } from '../visibility/policy.ts';

interface LockedPost {
  authorId: string;
  isPublic: boolean;
  areCommentsPublic: boolean;
  isClosed: boolean;
  likeCount: number;
}

interface LockedRow {
  user_id: string;
  visibility: string;
  comments_visibility: string;
  comments_closed: number;
  like_count: number;
}

/**
 * Locks a post and the member's session, so that lists and counts change together. Returns the post's author, whether visitors see it and may see comments on it,
 * whether it is closed for comments, and its likes. Throws `tokenInvalid` if the session was revoked since the request was authenticated, and `postNotFound` if the
 * post does not exist.
 */
export async function lockPost(tx: Transaction, { sessionId }: Member, id: string): Promise<LockedPost> {
  const post = await tx.lock<LockedRow>`
    select p.user_id, p.visibility, p.comments_visibility, p.comments_closed, p.like_count
    from ${visiblePosts('members')} p join sessions s on s.id = ${sessionId} where p.id = ${id}`;
  if (!post) throw new Failure((await tx.get`select id from sessions where id = ${sessionId}`) ? 'postNotFound' : 'tokenInvalid');
  const isPublic = post.visibility === 'public';
  return {
    authorId: post.user_id,
    isPublic,
    areCommentsPublic: isPublic && post.comments_visibility === 'public',
    isClosed: post.comments_closed === 1,
    likeCount: post.like_count,
  };
}

/**
 * Invalidates the cached JSON of posts. Call it in every transaction that changes what posts show: their lists, or the name of a user in them. Also adds
 * `likes` and `comments` to the counts of each post.
 */
export async function touchPosts(tx: Transaction, ids: string[], { likes = 0, comments = 0 } = {}): Promise<void> {
  await tx.run`
    update posts set like_count = like_count + ${likes}, comment_count = comment_count + ${comments}, cache_version = cache_version + 1
    where id = any(${ids})`;
}

/**
 * Touches posts that show a user's name: those of their next `count` posts or comments after this id. Returns the id of the last one, or undefined if no others
 * follow.
 */
export async function touchPostsOf(
  tx: Transaction,
  userId: string,
  list: 'posts' | 'comments',
  after: string,
  count: number,
): Promise<string | undefined> {
  const rows = await (list === 'posts'
    ? tx.all<Row>`select id, id as post_id from posts where user_id = ${userId} and id > ${after} order by id limit ${count}`
    : tx.all<Row>`select id, post_id from comments where user_id = ${userId} and id > ${after} order by id limit ${count}`);
  const posts = [...new Set(rows.map(({ post_id }) => post_id))];
  await tx.lock`select id from posts where id = any(${posts}) order by id`;
  await touchPosts(tx, posts);
  return rows.length < count ? undefined : rows.at(-1)?.id;
}

interface Row {
  id: string;
  post_id: string;
}
