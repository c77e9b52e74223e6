import type { Comment } from '@dev-connector/contract';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { lockPost } from './likes.ts';
import { type Member, writeAsMember } from './member.ts';

export interface CommentRow {
  id: string;
  text: string;
  created_at: number;
  user_id: string;
  name: string;
  avatar: string;
}

export const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  text: row.text,
  name: row.name,
  avatar: row.avatar,
  user: row.user_id,
  date: new Date(row.created_at).toISOString(),
});

/** All comments on a post, newest first. */
export async function listComments(reader: Reader, postId: string): Promise<Comment[]> {
  const rows = await reader.all<CommentRow>`
    select c.id, c.text, c.created_at, c.user_id, u.name, u.avatar
    from comments c join users u on u.id = c.user_id where c.post_id = ${postId} order by c.id desc`;
  return rows.map(toComment);
}

/** Adds a comment, once for each key of its author on this post; answers with all the post's comments. */
export function addComment(db: Db, member: Member, postId: string, text: string, idempotencyKey?: string): Promise<Comment[]> {
  return writeAsMember(db, async (tx) => {
    await lockPost(tx, postId);
    const added = await tx.run`
      insert into comments (id, post_id, user_id, text, idempotency_key, created_at)
      values (${newId()}, ${postId}, ${member.id}, ${text}, ${idempotencyKey ?? null}, ${Date.now()})
      on conflict (idempotency_key, user_id, post_id) where idempotency_key is not null do nothing`;
    if (added > 0) await tx.run`update posts set comment_count = comment_count + 1, version = version + 1 where id = ${postId}`;
    return listComments(tx, postId);
  });
}

/** Deletes a comment of the member's own from this very post; answers with the comments left. */
export function deleteComment(db: Db, member: Member, postId: string, id: string): Promise<Comment[]> {
  return db.transaction(async (tx) => {
    await lockPost(tx, postId);
    const removed = await tx.run`delete from comments where id = ${id} and post_id = ${postId} and user_id = ${member.id}`;
    if (removed === 0) {
      throw new Failure((await tx.get`select id from comments where id = ${id} and post_id = ${postId}`) ? 'notAuthor' : 'commentNotFound');
    }
    await tx.run`update posts set comment_count = comment_count - 1, version = version + 1 where id = ${postId}`;
    return listComments(tx, postId);
  });
}
