import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { lockPost, touchPosts } from '../posts/change-post.ts';
import { findComment } from '../posts/revisions.ts';
import { visibleComments } from '../visibility/policy.ts';

/** Returns those of these comments that the viewer likes. */
export async function likedComments(db: Db, { id: viewerId }: Member, ids: string[]): Promise<Set<string>> {
  const rows = await db.all<{ comment_id: string }>`
    select comment_id from comment_likes where user_id = ${viewerId} and comment_id = any(${ids})`;
  return new Set(rows.map(({ comment_id }) => comment_id));
}

/** Likes a comment, or removes the like. Idempotent. */
export async function setCommentLike(
  { db, events }: Context,
  member: Member,
  id: string,
  liked: boolean,
): Promise<{ likeCount: number; viewer: { liked: boolean } }> {
  const { post_id } = await findComment(db, id);
  await db.transaction(async (tx) => {
    const { isPublic } = await lockPost(tx, member, post_id);
    const comment = await tx.get<{ user_id: string }>`select user_id from ${visibleComments('members')} c where id = ${id}`;
    if (!comment) throw new Failure('commentNotFound');
    const changed = liked
      ? await tx.run`
          insert into comment_likes (comment_id, user_id, created_at) values (${id}, ${member.id}, ${Date.now()})
          on conflict (user_id, comment_id) do nothing`
      : await tx.run`delete from comment_likes where comment_id = ${id} and user_id = ${member.id}`;
    if (changed === 0) return;
    await tx.run`update comments set like_count = like_count + ${liked ? 1 : -1} where id = ${id}`;
    await touchPosts(tx, [post_id]);
    const event = { postId: post_id, commentId: id, userId: member.id, authorId: comment.user_id, isPublic };
    await events.publish(tx, liked ? 'like.added' : 'like.removed', event);
  });
  const comment = await db.get<{ like_count: number }>`select like_count from ${visibleComments('members')} c where id = ${id}`;
  if (!comment) throw new Failure('commentNotFound');
  return { likeCount: comment.like_count, viewer: { liked } };
}
