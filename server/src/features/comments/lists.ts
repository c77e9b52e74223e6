import { avatarPath, type Comment, type DeletedComment, limits } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { type Reader, readerFor } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { byteBudget, type Counted, newest, oldest, type Page, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage, type PageItem } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { rendererVersion } from '../markdown/level.ts';
import type { MarkdownRenderer } from '../markdown/markdown-renderer.ts';
import { rendererOf } from '../markdown/markdown-renderer.ts';
import { type StoredText, toRendered } from '../posts/html.ts';
import { checkReadable } from '../posts/public-sources.ts';
import { type Viewer, visibleComments, visiblePosts } from '../visibility/policy.ts';
import { likedComments } from './likes.ts';

interface CommentRow extends StoredText {
  parent_id: string | null;
  like_count: number;
  created_at: number;
  user_id: string;
  name: string;
  handle: string | null;
  is_public: number;
}

const toComment = async (renderer: MarkdownRenderer, row: CommentRow): Promise<Comment> => ({
  _id: row.id,
  ...(row.parent_id !== null && { parent: row.parent_id }),
  text: row.text,
  ...(await toRendered(renderer, row)),
  visibility: row.is_public === 1 ? 'public' : 'members',
  name: row.name,
  ...(row.handle !== null && { handle: row.handle }),
  avatar: avatarPath(row.user_id),
  user: row.user_id,
  likeCount: row.like_count,
  date: new Date(row.created_at).toISOString(),
});

export interface Sized {
  id: string;
  size: number;
}

/** Reads a page of a post's comments that the viewer may see, without a viewer those of visitors, and the placeholders among them. Reads the sizes first, then only the texts that fit on the page. */
export async function listComments(
  context: Context,
  viewer: Member | undefined,
  postId: string,
  { order, ...query }: PageQuery & { order?: string | undefined },
): Promise<JsonPage<Comment | DeletedComment>> {
  const { db } = context;
  const { start, beyond, direction, merge } = orderOf(order);
  const shown = visibleComments(viewer ?? 'visitors');
  const [, { items, next }] = await Promise.all([
    checkReadable(context, viewer, postId),
    readPage(query, start, async ({ id }, count) => {
      const [written, deleted] = await Promise.all([
        db.all<Sized>`
          select id, ${sizeOfComment} as size
          from ${shown} c where post_id = ${postId} and id ${beyond} ${id} order by id ${direction} limit cast(${count} as integer)`,
        db.all<Sized>`
          select id, 0 as size from deleted_comments d where post_id = ${postId} and id ${beyond} ${id}
            and exists (select 1 from ${shown} c where c.parent_id = d.id)
          order by id ${direction} limit cast(${count} as integer)`,
      ]);
      return merge(written, deleted).slice(0, count);
    }),
  ]);
  return commentPage(context, viewer, { items, next });
}

/** Reads the comments and placeholders of a page, with the viewer's likes. */
export async function commentPage(
  context: Context,
  viewer: Member | undefined,
  { items, next }: Page<Sized>,
): Promise<JsonPage<Comment | DeletedComment>> {
  const listed = await readListed(context, viewer, items);
  const fits = byteBudget(limits.listBytes);
  const page: PageItem[] = [];
  for (const { id } of items) {
    const comment = listed.get(id);
    if (!comment) continue;
    const item = { id, ...toOpenJson(comment) };
    page.push(item);
    if (!fits(item.json.length)) break; // escapes make JSON up to six times as long as its text
  }
  return joinPage({ items: page, next });
}

/** Reads comments with the viewer's likes, and the placeholders of deleted ones, by id. */
export async function readListed(
  context: Context,
  viewer: Member | undefined,
  items: Sized[],
): Promise<Map<string, Comment | DeletedComment>> {
  const { db } = context;
  const renderer = rendererOf(context);
  const ids = items.map(({ id }) => id);
  const bytes = items.reduce((sum, { size }) => sum + size, 0);
  const [comments, placeholders, liked] = await Promise.all([
    readComments(renderer, readerFor(db, bytes), ids, viewer ?? 'visitors'),
    db.all<PlaceholderRow>`select id, parent_id, created_at from deleted_comments where id = any(${ids})`,
    viewer && likedComments(db, viewer, ids),
  ]);
  const byId = new Map<string, Comment | DeletedComment>(placeholders.map((row) => [row.id, toPlaceholder(row)]));
  for (const comment of comments) byId.set(comment._id, { ...comment, ...(liked && { viewer: { liked: liked.has(comment._id) } }) });
  const hidden = ids.filter((id) => !byId.has(id));
  // Comments of an account that is being deleted still have their rows.
  const rows =
    hidden.length > 0 ? await db.all<PlaceholderRow>`select id, parent_id, created_at from comments where id = any(${hidden})` : [];
  for (const row of rows) byId.set(row.id, toPlaceholder(row));
  return byId;
}

/** The order of a list by id, newest first by default: where it begins, its SQL, and how to merge two lists. */
export function orderOf(order: string | undefined) {
  const isOldest = order === 'oldest';
  const merge = <Item extends { id: string }>(some: Item[], others: Item[]): Item[] =>
    others.length === 0 ? some : [...some, ...others].sort((a, b) => (a.id < b.id === isOldest ? -1 : 1));
  return isOldest
    ? { start: oldest, beyond: sql`>`, direction: sql`asc`, merge }
    : { start: newest, beyond: sql`<`, direction: sql`desc`, merge };
}

/** Bytes of a comment: its text, and its HTML or as much again. */
const sizeOfComment = sql`octet_length(text) + coalesce((select octet_length(html) from comment_html where comment_id = id), octet_length(text))`;

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

/** Reads comments by id, in the order of the ids. Those that the viewer may not see are missing. */
export async function readComments(
  renderer: MarkdownRenderer,
  reader: Reader,
  ids: string[],
  viewer: Viewer = 'members',
): Promise<Comment[]> {
  const rows = await reader.all<CommentRow>`
    select c.id, c.parent_id, c.text, c.format, c.version, c.edited_at,
      (select h.html from comment_html h where h.comment_id = c.id and h.renderer = ${rendererVersion}) as html, c.like_count, c.created_at, c.user_id, u.name, u.handle, c.is_public
    from ${visibleComments(viewer)} c join users u on u.id = c.user_id
    where c.id = any(${ids})`;
  const comments = new Map<string, Comment>();
  for (const row of rows) comments.set(row.id, await toComment(renderer, row));
  return ids.flatMap((id) => comments.get(id) ?? []);
}

/**
 * Reads the newest comments on each post, at most `limits.embeddedBytes` of them, and their total number, by post id, in two statements. A subquery for each post
 * finds its comments in the index, so that the cost depends on the comments returned.
 */
export async function newestComments(
  renderer: MarkdownRenderer,
  reader: Reader,
  postIds: string[],
): Promise<Map<string, Counted<Comment>>> {
  const rows = await reader.all<{ id: string; total: number; ids: string | null }>`
    select p.id, p.comment_count as total, (
      select string_agg(id, ',' order by id desc) from (
        select id, size, sum(size) over (order by id desc) as bytes from (
          select id, ${sizeOfComment} as size
          from ${visibleComments('members')} c where post_id = p.id order by id desc limit cast(${limits.embedded} as integer)
        ) newest
      ) sized where bytes <= ${limits.embeddedBytes} or bytes = size -- the newest always fits
    ) as ids
    from ${visiblePosts('members')} p where p.id = any(${postIds})`;
  const comments = await readComments(
    renderer,
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
