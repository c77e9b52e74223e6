import { type Like, limits } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Reader } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import { newId } from '../../platform/id.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { type Counted, newest, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { visibleLikes, visiblePosts } from '../visibility/policy.ts';
import { lockPost, touchPosts } from './change-post.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member liked a post or, with `commentId`, a comment on it. `authorId`: who wrote what is liked; `isPublic`: whether visitors see the post. */
    'like.added': LikeEvent;
    /** A member took a like back. Likes that end with an account or a post have no event of their own. */
    'like.removed': LikeEvent;
  }
}

interface LikeEvent {
  postId: string;
  commentId: string | undefined;
  userId: string;
  authorId: string;
  isPublic: boolean;
}

interface LikeRow {
  id: string;
  user_id: string;
}

const toLike = (row: LikeRow): Like => ({ _id: row.id, user: row.user_id });

/** Reads a page of a post's likes, newest first. */
export async function listLikes(db: Db, postId: string, query: PageQuery): Promise<JsonPage<Like>> {
  const [post, { items, next }] = await Promise.all([
    db.get`select id from ${visiblePosts('members')} p where id = ${postId}`,
    readPage(
      query,
      newest,
      ({ id }, count) => db.all<LikeRow>`
        select id, user_id from ${visibleLikes('members')} l where post_id = ${postId} and id < ${id} order by id desc limit cast(${count} as integer)`,
    ),
  ]);
  if (!post) throw new Failure('postNotFound');
  return joinPage({ items: items.map((row) => ({ id: row.id, ...toOpenJson(toLike(row)) })), next });
}

/**
 * Reads the newest likes of each post and their total number, by post id, in one statement. A subquery for each post reads its likes from the index, so that the
 * cost depends on the likes returned.
 */
export async function newestLikes(reader: Reader, postIds: string[]): Promise<Map<string, Counted<Like>>> {
  const rows = await reader.all<{ id: string; total: number; likes: string | null }>`
    select p.id, p.like_count as total, (
      select string_agg(id || ' ' || user_id, ',' order by id desc) from (
        select id, user_id from ${visibleLikes('members')} l where post_id = p.id order by id desc limit cast(${limits.embedded} as integer)
      ) newest
    ) as likes
    from ${visiblePosts('members')} p where p.id = any(${postIds})`;
  const toLikes = (list: string) =>
    list.split(',').map((like) => ({ _id: like.slice(0, like.indexOf(' ')), user: like.slice(like.indexOf(' ') + 1) }));
  return new Map(rows.map(({ id, total, likes }) => [id, { items: likes ? toLikes(likes) : [], total }]));
}

/** Likes a post, or removes the like. Idempotent. */
export async function setPostLike(
  { db, events }: Context,
  member: Member,
  postId: string,
  liked: boolean,
): Promise<{ likeCount: number; viewer: { liked: boolean } }> {
  const likeCount = await db.transaction(async (tx) => {
    const { authorId, isPublic, likeCount } = await lockPost(tx, member, postId);
    const changed = liked
      ? await tx.run`
          insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${postId}, ${member.id}, ${Date.now()})
          on conflict (user_id, post_id) do nothing`
      : await tx.run`delete from likes where post_id = ${postId} and user_id = ${member.id}`;
    if (changed === 0) return likeCount;
    const added = liked ? 1 : -1;
    await touchPosts(tx, [postId], { likes: added });
    const event = { postId, commentId: undefined, userId: member.id, authorId, isPublic };
    await events.publish(tx, liked ? 'like.added' : 'like.removed', event);
    return likeCount + added;
  });
  return { likeCount, viewer: { liked } };
}

/** The same with the response of the classic API: the newest likes. */
export async function setPostLikeClassic(context: Context, member: Member, postId: string, liked: boolean): Promise<Counted<Like>> {
  await setPostLike(context, member, postId, liked);
  return (await newestLikes(context.db, [postId])).get(postId) ?? { items: [], total: 0 };
}
