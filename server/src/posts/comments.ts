import { avatarPath, type Comment, type CommentChange, type CommentInput, type DeletedComment, limits } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import { type Reader, readerFor, type Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { toOpenJson } from '../feed/json.ts';
import { byteBudget, type Counted, newest, oldest, type PageQuery, readPage } from '../feed/keyset.ts';
import { type JsonPage, joinPage, type PageItem } from '../feed/pages.ts';
import { newId } from '../id.ts';
import { rendererVersion } from '../markdown/level.ts';
import type { Texts } from '../markdown/texts.ts';
import { lockPost, touchPosts } from './change-post.ts';
import { likedComments } from './comment-likes.ts';
import { type StoredText, saveCommentHtml, toRendered } from './html.ts';
import { saveRevision, type Version } from './revisions.ts';

interface CommentRow extends StoredText {
  parent_id: string | null;
  like_count: number;
  created_at: number;
  user_id: string;
  name: string;
}

const toComment = async (texts: Texts, row: CommentRow): Promise<Comment> => ({
  _id: row.id,
  ...(row.parent_id !== null && { parent: row.parent_id }),
  text: row.text,
  ...(await toRendered(texts, row)),
  name: row.name,
  avatar: avatarPath(row.user_id),
  user: row.user_id,
  likeCount: row.like_count,
  date: new Date(row.created_at).toISOString(),
});

interface Sized {
  id: string;
  size: number;
}

/** Reads a page of a post's comments, and the placeholders among them. Reads the sizes first, then only the texts that fit on the page. */
export async function listComments(
  { db, texts }: Context,
  viewer: Member,
  postId: string,
  { order, ...query }: PageQuery & { order?: string | undefined },
): Promise<JsonPage<Comment | DeletedComment>> {
  const [post, { items, next }] = await Promise.all([
    db.get`select id from visible_posts where id = ${postId}`,
    order === 'oldest'
      ? readPage(query, oldest, async ({ id }, count) => {
          const [written, deleted] = await Promise.all([
            db.all<Sized>`
              select id, octet_length(text) + coalesce((select octet_length(html) from comment_html where comment_id = id), octet_length(text)) as size
              from visible_comments where post_id = ${postId} and id > ${id} order by id limit cast(${count} as integer)`,
            db.all<Sized>`
              select id, 0 as size from deleted_comments d where post_id = ${postId} and id > ${id}
                and exists (select 1 from visible_comments c where c.parent_id = d.id)
              order by id limit cast(${count} as integer)`,
          ]);
          return merged(written, deleted, 1).slice(0, count);
        })
      : readPage(query, newest, async ({ id }, count) => {
          const [written, deleted] = await Promise.all([
            db.all<Sized>`
              select id, octet_length(text) + coalesce((select octet_length(html) from comment_html where comment_id = id), octet_length(text)) as size
              from visible_comments where post_id = ${postId} and id < ${id} order by id desc limit cast(${count} as integer)`,
            db.all<Sized>`
              select id, 0 as size from deleted_comments d where post_id = ${postId} and id < ${id}
                and exists (select 1 from visible_comments c where c.parent_id = d.id)
              order by id desc limit cast(${count} as integer)`,
          ]);
          return merged(written, deleted, -1).slice(0, count);
        }),
  ]);
  if (!post) throw new Failure('postNotFound');
  const ids = items.map(({ id }) => id);
  const bytes = items.reduce((sum, { size }) => sum + size, 0);
  const [comments, placeholders, liked] = await Promise.all([
    readComments(texts, readerFor(db, bytes), ids),
    db.all<PlaceholderRow>`select id, parent_id, created_at from deleted_comments where id = any(${ids})`,
    likedComments(db, viewer, ids),
  ]);
  const byId = new Map<string, Comment | DeletedComment>(comments.map((comment) => [comment._id, comment]));
  for (const row of placeholders) byId.set(row.id, toPlaceholder(row));
  const fits = byteBudget(limits.listBytes);
  const page: PageItem[] = [];
  for (const id of ids) {
    const comment = byId.get(id);
    if (!comment) continue;
    const item = { id, ...toOpenJson('text' in comment ? { ...comment, viewer: { liked: liked.has(id) } } : comment) };
    page.push(item);
    if (!fits(item.json.length)) break; // escapes make JSON up to six times as long as its text
  }
  return joinPage({ items: page, next });
}

/** Two lists in one, ordered by id; `direction` is 1 or -1. */
const merged = (some: Sized[], others: Sized[], direction: number): Sized[] =>
  others.length === 0 ? some : [...some, ...others].sort((a, b) => (a.id < b.id ? -direction : direction));

interface PlaceholderRow {
  id: string;
  parent_id: string | null;
  created_at: number;
}

const toPlaceholder = ({ id, parent_id, created_at }: PlaceholderRow): DeletedComment => ({
  _id: id,
  ...(parent_id !== null && { parent: parent_id }),
  isDeleted: true,
  date: new Date(created_at).toISOString(),
});

/** Reads comments by id, in the order of the ids. Deleted ones are missing. */
async function readComments(texts: Texts, reader: Reader, ids: string[]): Promise<Comment[]> {
  const rows = await reader.all<CommentRow>`
    select c.id, c.parent_id, c.text, c.format, c.version, c.edited_at,
      (select h.html from comment_html h where h.comment_id = c.id and h.renderer = ${rendererVersion}) as html, c.like_count, c.created_at, c.user_id, u.name
    from visible_comments c join users u on u.id = c.user_id
    where c.id = any(${ids})`;
  const comments = new Map<string, Comment>();
  for (const row of rows) comments.set(row.id, await toComment(texts, row));
  return ids.flatMap((id) => comments.get(id) ?? []);
}

/**
 * Reads the newest comments on each post, at most `limits.embeddedBytes` of them, and their total number, by post id, in two statements. A subquery for each post
 * finds its comments in the index, so that the cost depends on the comments returned.
 */
export async function newestComments(texts: Texts, reader: Reader, postIds: string[]): Promise<Map<string, Counted<Comment>>> {
  const rows = await reader.all<{ id: string; total: number; ids: string | null }>`
    select p.id, p.comment_count as total, (
      select string_agg(id, ',' order by id desc) from (
        select id, size, sum(size) over (order by id desc) as bytes from (
          select id, octet_length(text) + coalesce((select octet_length(html) from comment_html where comment_id = id), octet_length(text)) as size
          from visible_comments where post_id = p.id order by id desc limit cast(${limits.embedded} as integer)
        ) newest
      ) sized where bytes <= ${limits.embeddedBytes} or bytes = size -- the newest always fits
    ) as ids
    from visible_posts p where p.id = any(${postIds})`;
  const comments = await readComments(
    texts,
    reader,
    rows.flatMap(({ ids }) => ids?.split(',') ?? []),
  );
  const byId = new Map(comments.map((comment) => [comment._id, comment]));
  return new Map(
    rows.map(({ id, total, ids }) => {
      const listed = ids?.split(',') ?? [];
      const found = listed.flatMap((commentId) => byId.get(commentId) ?? []);
      // Comments deleted between the two statements do not count.
      return [id, { items: withinBytes(found), total: total - (listed.length - found.length) }];
    }),
  );
}

/** Applies the byte limit again, because escapes make JSON up to six times as long as its text. */
function withinBytes(comments: Comment[]): Comment[] {
  const fits = byteBudget(limits.embeddedBytes);
  return comments.filter((comment) => fits(Buffer.byteLength(JSON.stringify(comment)) + 1));
}

const newestCommentsOn = async ({ db, texts }: Context, postId: string) =>
  (await newestComments(texts, db, [postId])).get(postId) ?? { items: [], total: 0 };

/** Adds a comment and returns the post's newest comments. A repeated `idempotencyKey` of the same author on this post adds nothing. */
export async function addComment(
  context: Context,
  member: Member,
  postId: string,
  { text, parent }: CommentInput,
  idempotencyKey?: string,
): Promise<Counted<Comment>> {
  const id = newId();
  const html = await context.texts.render(text, member.id);
  await context.db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const isRepeated =
      idempotencyKey !== undefined &&
      (await tx.get`
        select id from comments where idempotency_key = ${idempotencyKey} and user_id = ${member.id} and post_id = ${postId}`);
    if (isRepeated) return; // even if the post has been closed or the parent deleted since
    if (await tx.get`select id from posts where id = ${postId} and comments_closed = 1`) throw new Failure('commentsClosed');
    if (parent !== undefined && !(await tx.get`select id from visible_comments where id = ${parent} and post_id = ${postId}`))
      throw new Failure('commentNotFound');
    await tx.run`
      insert into comments (id, post_id, user_id, parent_id, text, format, idempotency_key, created_at)
      values (${id}, ${postId}, ${member.id}, ${parent ?? null}, ${text}, 'markdown', ${idempotencyKey ?? null}, ${Date.now()})`;
    await saveCommentHtml(tx, id, html);
    await touchPosts(tx, [postId], { comments: 1 });
  });
  return newestCommentsOn(context, postId);
}

interface CommentVersion extends Version {
  user_id: string;
}

/** Edits the member's comment. Throws `textChanged` with the current comment if `version` is not the current one. */
export async function updateComment(
  context: Context,
  member: Member,
  postId: string,
  id: string,
  { text, version }: CommentChange,
): Promise<Comment> {
  const { db, texts } = context;
  const html = await texts.render(text, member.id);
  const isCurrent = await db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    const now = await tx.get<CommentVersion>`
      select user_id, null as title, text, format, version, created_at, edited_at from visible_comments where id = ${id} and post_id = ${postId}`;
    if (!now) throw new Failure('commentNotFound');
    if (now.user_id !== member.id) throw new Failure('notAuthor');
    if (now.version !== version) return false;
    if (text === now.text) return true;
    if (version >= limits.versions) throw new Failure('versionsFull');
    await saveRevision(tx, member.id, { comment: id }, now);
    await tx.run`
      update comments set text = ${text}, format = 'markdown', version = version + 1, edited_at = ${Date.now()} where id = ${id}`;
    await saveCommentHtml(tx, id, html);
    await touchPosts(tx, [postId]);
    return true;
  });
  const [[shared], liked] = await Promise.all([readComments(texts, db, [id]), likedComments(db, member, [id])]);
  if (!shared) throw new Failure('commentNotFound');
  const comment = { ...shared, viewer: { liked: liked.has(id) } };
  if (!isCurrent) throw new Failure('textChanged', { current: comment });
  return comment;
}

/** Deletes the member's comment from this post and returns the newest remaining comments. A placeholder stays if the comment has replies. */
export async function deleteComment(context: Context, member: Member, postId: string, id: string): Promise<Counted<Comment>> {
  await context.db.transaction(async (tx) => {
    await lockPost(tx, member, postId);
    await keepPlaceholders(tx, [id], member.id);
    const removed = await tx.run`delete from comments where id = ${id} and post_id = ${postId} and user_id = ${member.id}`;
    if (removed === 0) {
      throw new Failure((await tx.get`select id from comments where id = ${id} and post_id = ${postId}`) ? 'notAuthor' : 'commentNotFound');
    }
    await touchPosts(tx, [postId], { comments: -1 });
  });
  return newestCommentsOn(context, postId);
}

/** Adds placeholders for those of the author's comments that have replies. Call it before the comments are deleted. */
export const keepPlaceholders = (tx: Transaction, ids: string[], userId: string) => tx.run`
  insert into deleted_comments (id, post_id, parent_id, created_at)
  select id, post_id, parent_id, created_at from comments c
  where id = any(${ids}) and user_id = ${userId} and exists (select 1 from comments reply where reply.parent_id = c.id)`;
