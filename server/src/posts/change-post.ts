import type { Member } from '../accounts/member.ts';
import type { Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';

/**
 * Locks a post and the member's session, so that lists and counts change together. Throws `tokenInvalid` if the session was revoked since the request was
 * authenticated, and `postNotFound` if the post does not exist.
 */
export async function lockPost(tx: Transaction, { sessionId }: Member, id: string): Promise<void> {
  if (await tx.lock`select p.id from visible_posts p join sessions s on s.id = ${sessionId} where p.id = ${id}`) return;
  throw new Failure((await tx.get`select id from sessions where id = ${sessionId}`) ? 'postNotFound' : 'tokenInvalid');
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
