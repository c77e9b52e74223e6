import { type Like, limits } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { toOpenJson } from '../feed/json.ts';
import { type Counted, newest, type PageQuery, readPage } from '../feed/keyset.ts';
import { type JsonPage, joinPage } from '../feed/pages.ts';
import { newId } from '../id.ts';
import { lockPost, touchPosts } from './change-post.ts';

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
      newest,
      ({ id }, count) => db.all<LikeRow>`
        select id, user_id from visible_likes where post_id = ${postId} and id < ${id} order by id desc limit cast(${count} as integer)`,
    ),
  ]);
  if (!post) throw new Failure('postNotFound');
  return joinPage({ items: items.map((row) => ({ id: row.id, json: toOpenJson(toLike(row)) })), next });
}

/**
 * Reads the newest likes of each post and their total number, by post id; posts without likes are missing. Reads only these likes, however many a post has: the
 * inner statement finds the oldest of them in the index.
 */
export async function newestLikes(reader: Reader, postIds: string[]): Promise<Map<string, Counted<Like>>> {
  const rows = await reader.all<LikeRow & { post_id: string; total: number }>`
    select l.id, l.post_id, l.user_id, p.like_count as total
    from (
      select v.id, v.like_count,
        (select id from visible_likes where post_id = v.id order by id desc limit 1 offset cast(${limits.embedded - 1} as integer)) as oldest
      from visible_posts v where v.id = any(${postIds})
    ) p join visible_likes l on l.post_id = p.id and l.id >= coalesce(p.oldest, '')
    order by l.post_id, l.id desc`;
  const toCounted = (own: typeof rows): Counted<Like> => ({ items: own.map(toLike), total: own[0]?.total ?? 0 });
  return new Map([...Map.groupBy(rows, ({ post_id }) => post_id)].map(([id, own]) => [id, toCounted(own)]));
}

const newestLikesOf = async (db: Db, postId: string) => (await newestLikes(db, [postId])).get(postId) ?? { items: [], total: 0 };

/** Likes a post and returns its newest likes. Idempotent. */
export async function likePost(db: Db, member: Member, postId: string): Promise<Counted<Like>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const added = await tx.run`
      insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${postId}, ${member.id}, ${Date.now()})
      on conflict (user_id, post_id) do nothing`;
    if (added > 0) await touchPosts(tx, [postId], { likes: 1 });
  });
  return newestLikesOf(db, postId);
}

/** Removes the member's like and returns the newest remaining likes. Idempotent. */
export async function unlikePost(db: Db, member: Member, postId: string): Promise<Counted<Like>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const removed = await tx.run`delete from likes where post_id = ${postId} and user_id = ${member.id}`;
    if (removed > 0) await touchPosts(tx, [postId], { likes: -1 });
  });
  return newestLikesOf(db, postId);
}
