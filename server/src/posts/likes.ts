import { type Like, limits } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { toJson } from '../feed/json.ts';
import { type Counted, type JsonPage, joinPage, type PageQuery, readPage } from '../feed/keyset.ts';
import { newId } from '../id.ts';

interface LikeRow {
  id: string;
  user_id: string;
}

const toLike = (row: LikeRow): Like => ({ _id: row.id, user: row.user_id });

/** Reads a page of a post's likes, newest first. */
export async function listLikes(db: Db, postId: string, query: PageQuery): Promise<JsonPage<Like>> {
  const [post, { items, next }] = await Promise.all([
    db.get`select id from visible_posts where id = ${postId}`,
    readPage(
      query,
      (end, count) => db.all<LikeRow>`
        select id, user_id from visible_likes where post_id = ${postId} and id < ${end} order by id desc limit cast(${count} as integer)`,
    ),
  ]);
  if (!post) throw new Failure('postNotFound');
  return joinPage(
    items.map((row) => ({ id: row.id, json: toJson(toLike(row)) })),
    next,
  );
}

/** Reads the newest likes of a post and the total count, in one statement like `newestComments`. */
export async function newestLikes(reader: Reader, postId: string): Promise<Counted<Like>> {
  const rows = await reader.all<LikeRow & { total: number }>`
    select id, user_id, (select like_count from visible_posts where id = ${postId}) as total
    from visible_likes where post_id = ${postId} order by id desc limit cast(${limits.embedded} as integer)`;
  return { items: rows.map(toLike), total: rows[0]?.total ?? 0 };
}

/** Likes a post and returns its newest likes. Idempotent. */
export async function likePost(db: Db, member: Member, postId: string): Promise<Counted<Like>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const added = await tx.run`
      insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${postId}, ${member.id}, ${Date.now()})
      on conflict (user_id, post_id) do nothing`;
    if (added > 0) await tx.run`update posts set like_count = like_count + 1, version = version + 1 where id = ${postId}`;
  });
  return newestLikes(db, postId);
}

/** Removes the member's like and returns the newest remaining likes. Idempotent. */
export async function unlikePost(db: Db, member: Member, postId: string): Promise<Counted<Like>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const removed = await tx.run`delete from likes where post_id = ${postId} and user_id = ${member.id}`;
    if (removed > 0) await tx.run`update posts set like_count = like_count - 1, version = version + 1 where id = ${postId}`;
  });
  return newestLikes(db, postId);
}

/**
 * Locks a post and the member's session, so that lists and counts change together. Throws `tokenInvalid` if the session was revoked since the request was
 * authenticated, and `postNotFound` if the post does not exist.
 */
export async function lockPost(tx: Transaction, { sessionId }: Member, id: string): Promise<void> {
  if (await tx.lock`select p.id from visible_posts p join sessions s on s.id = ${sessionId} where p.id = ${id}`) return;
  throw new Failure((await tx.get`select id from sessions where id = ${sessionId}`) ? 'postNotFound' : 'tokenInvalid');
}
