import { avatarPath, type Comment, limits } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import { type Db, firstId, type Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { toJson } from '../feed/json.ts';
import { byteBudget, type Counted, type JsonPage, joinPage, type PageQuery, readPage } from '../feed/keyset.ts';
import { newId } from '../id.ts';
import { lockPost } from './likes.ts';

interface CommentRow {
  id: string;
  text: string;
  created_at: number;
  user_id: string;
  name: string;
}

const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  text: row.text,
  name: row.name,
  avatar: avatarPath(row.user_id),
  user: row.user_id,
  date: new Date(row.created_at).toISOString(),
});

interface Sized {
  id: string;
  size: number;
}

/** Reads a page of a post's comments. Reads the sizes first, then only the texts that fit on the page. */
export async function listComments(
  db: Db,
  postId: string,
  { order, ...query }: PageQuery & { order?: string | undefined },
): Promise<JsonPage<Comment>> {
  const [post, { items, next }] = await Promise.all([
    db.get`select id from visible_posts where id = ${postId}`,
    order === 'oldest'
      ? readPage(
          query,
          (end, count) => db.all<Sized>`
            select id, octet_length(text) as size from visible_comments where post_id = ${postId} and id > ${end}
            order by id limit cast(${count} as integer)`,
          firstId,
        )
      : readPage(
          query,
          (end, count) => db.all<Sized>`
            select id, octet_length(text) as size from visible_comments where post_id = ${postId} and id < ${end}
            order by id desc limit cast(${count} as integer)`,
        ),
  ]);
  if (!post) throw new Failure('postNotFound');
  const rows = await readRange(db, postId, items);
  return joinPage(
    rows.map((row) => ({ id: row.id, json: toJson(toComment(row)) })),
    next,
  );
}

/** Reads the comments from the first to the last of `items`, in the same order. */
async function readRange(db: Db, postId: string, items: Sized[]): Promise<CommentRow[]> {
  const [first = '', last = ''] = [items[0]?.id, items.at(-1)?.id];
  const [oldest, newest] = first < last ? [first, last] : [last, first];
  const rows = await db.all<CommentRow>`
    select c.id, c.text, c.created_at, c.user_id, u.name
    from visible_comments c join users u on u.id = c.user_id
    where c.post_id = ${postId} and c.id between ${oldest} and ${newest} order by c.id`;
  return first < last ? rows : rows.reverse();
}

/**
 * Reads the newest comments on a post, at most `limits.embeddedBytes` of them, and the total count. Runs one statement per post, so that the cost depends on
 * the comments returned and not on the number of comments on the post.
 */
export async function newestComments(reader: Reader, postId: string): Promise<Counted<Comment>> {
  const rows = await reader.all<CommentRow & { total: number }>`
    select sized.id, sized.created_at, sized.user_id, u.name,
      (select comment_count from visible_posts where id = ${postId}) as total, (select text from comments where id = sized.id) as text
    from (
      select id, created_at, user_id, sum(octet_length(text)) over (order by id desc) as bytes
      from (
        select id, created_at, user_id, text from visible_comments
        where post_id = ${postId} order by id desc limit cast(${limits.embedded} as integer)
      ) newest
    ) sized join users u on u.id = sized.user_id
    where sized.bytes <= ${limits.embeddedBytes} order by sized.id desc`;
  const fits = byteBudget(limits.embeddedBytes);
  const items = rows.map(toComment).filter((comment) => fits(Buffer.byteLength(JSON.stringify(comment)) + 1));
  return { items, total: rows[0]?.total ?? 0 };
}

/** Adds a comment and returns the post's newest comments. A repeated `idempotencyKey` of the same author on this post adds nothing. */
export async function addComment(db: Db, member: Member, postId: string, text: string, idempotencyKey?: string): Promise<Counted<Comment>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const added = await tx.run`
      insert into comments (id, post_id, user_id, text, idempotency_key, created_at)
      values (${newId()}, ${postId}, ${member.id}, ${text}, ${idempotencyKey ?? null}, ${Date.now()})
      on conflict (idempotency_key, user_id, post_id) where idempotency_key is not null do nothing`;
    if (added > 0) await tx.run`update posts set comment_count = comment_count + 1, version = version + 1 where id = ${postId}`;
  });
  return newestComments(db, postId);
}

/** Deletes the member's comment from this post and returns the newest remaining comments. */
export async function deleteComment(db: Db, member: Member, postId: string, id: string): Promise<Counted<Comment>> {
  await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const removed = await tx.run`delete from comments where id = ${id} and post_id = ${postId} and user_id = ${member.id}`;
    if (removed === 0) {
      throw new Failure((await tx.get`select id from comments where id = ${id} and post_id = ${postId}`) ? 'notAuthor' : 'commentNotFound');
    }
    await tx.run`update posts set comment_count = comment_count - 1, version = version + 1 where id = ${postId}`;
  });
  return newestComments(db, postId);
}
