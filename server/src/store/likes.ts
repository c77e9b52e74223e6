import type { Like } from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { type Member, writeAsMember } from './member.ts';

interface LikeRow {
  id: string;
  user_id: string;
}

export const toLike = (row: LikeRow): Like => ({ _id: row.id, user: row.user_id });

/** All likes of a post, newest first. */
export async function listLikes(reader: Reader, postId: string): Promise<Like[]> {
  const rows = await reader.all<LikeRow>`select id, user_id from likes where post_id = ${postId} order by id desc`;
  return rows.map(toLike);
}

/** Likes a post; liking again changes nothing. Answers with all its likes. */
export function likePost(db: Db, member: Member, postId: string): Promise<Like[]> {
  return writeAsMember(db, async (tx) => {
    await lockPost(tx, postId);
    const added = await tx.run`
      insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${postId}, ${member.id}, ${Date.now()})
      on conflict (user_id, post_id) do nothing`;
    if (added > 0) await tx.run`update posts set like_count = like_count + 1, version = version + 1 where id = ${postId}`;
    return listLikes(tx, postId);
  });
}

/** Takes the member's like back; without one nothing changes. Answers with all the likes left. */
export function unlikePost(db: Db, member: Member, postId: string): Promise<Like[]> {
  return db.transaction(async (tx) => {
    await lockPost(tx, postId);
    const removed = await tx.run`delete from likes where post_id = ${postId} and user_id = ${member.id}`;
    if (removed > 0) await tx.run`update posts set like_count = like_count - 1, version = version + 1 where id = ${postId}`;
    return listLikes(tx, postId);
  });
}

/** Holds the post while its lists and counts change together; a post that is gone fails with `postNotFound`. */
export async function lockPost(tx: Transaction, id: string): Promise<void> {
  if (!(await tx.lock`select id from posts where id = ${id}`)) throw new Failure('postNotFound');
}
