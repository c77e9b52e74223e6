import { type Like, limits } from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { toJson } from '../json.ts';
import { groupCounted, type Range } from './group-rows.ts';
import { type Member, writeAsMember } from './member.ts';
import { type Counted, type JsonPage, joinPage, type PageQuery, readPage } from './page.ts';

interface LikeRow {
  id: string;
  user_id: string;
}

const toLike = (row: LikeRow): Like => ({ _id: row.id, user: row.user_id });

/** A page of a post's likes, newest first. */
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

/** The newest likes of the posts in a range of ids, and how many there are, by post; nothing of a post without likes. */
export async function newestLikes(reader: Reader, { newest, oldest }: Range): Promise<Map<string, Counted<Like>>> {
  const rows = await reader.all<LikeRow & { post_id: string; total: number }>`
    select l.id, l.post_id, l.user_id, p.like_count as total
    from visible_posts p join visible_likes l on l.post_id = p.id and l.id >= coalesce(
      (select id from visible_likes where post_id = p.id order by id desc limit 1 offset cast(${limits.embedded - 1} as integer)), '')
    where p.id between ${oldest} and ${newest} order by l.post_id, l.id desc`;
  return groupCounted(rows, toLike);
}

/** Likes a post; liking again changes nothing. Returns its newest likes. */
export async function likePost(db: Db, member: Member, postId: string): Promise<Counted<Like>> {
  await writeAsMember(db, member, async (tx) => {
    await lockPost(tx, postId);
    const added = await tx.run`
      insert into likes (id, post_id, user_id, created_at) values (${newId()}, ${postId}, ${member.id}, ${Date.now()})
      on conflict (user_id, post_id) do nothing`;
    if (added > 0) await tx.run`update posts set like_count = like_count + 1, version = version + 1 where id = ${postId}`;
  });
  return likesOf(db, postId);
}

/** Takes the member's like back; without one nothing changes. Returns the newest likes left. */
export async function unlikePost(db: Db, member: Member, postId: string): Promise<Counted<Like>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, postId);
    const removed = await tx.run`delete from likes where post_id = ${postId} and user_id = ${member.id}`;
    if (removed > 0) await tx.run`update posts set like_count = like_count - 1, version = version + 1 where id = ${postId}`;
  });
  return likesOf(db, postId);
}

const likesOf = async (db: Db, postId: string): Promise<Counted<Like>> =>
  (await newestLikes(db, { newest: postId, oldest: postId })).get(postId) ?? { items: [], total: 0 };

/** Holds the post while its lists and counts change together; a post that is gone fails with `postNotFound`. */
export async function lockPost(tx: Transaction, id: string): Promise<void> {
  if (!(await tx.lock`select id from visible_posts where id = ${id}`)) throw new Failure('postNotFound');
}
