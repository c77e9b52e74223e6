import { type Comment, type DeletedComment, limits, type Thread } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { byteBudget, cursorAfter, oldest, type Page, type PageQuery, type Position, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage, type PageItem } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { checkReadable } from '../posts/public-sources.ts';
import { visibleComments, visiblePosts } from '../visibility/policy.ts';
import { commentPage, orderOf, readListed, type Sized } from './lists.ts';
import { readThreads, rootOf, type SizedThread } from './thread-tree.ts';

interface ThreadQuery extends PageQuery {
  order?: string | undefined;
  around?: string | undefined;
}

/** Reads a page of threads, without a viewer those of visitors, by default newest first. With `around`, the list starts with the thread that contains this comment. */
export async function listThreads(
  context: Context,
  viewer: Member | undefined,
  postId: string,
  { order, around, ...query }: ThreadQuery,
): Promise<JsonPage<Thread>> {
  const { db } = context;
  await checkReadable(context, viewer, postId);
  if (!viewer && !(await mayHavePublicComments(context, postId))) return joinPage({ items: [], next: undefined });
  // The list starts with this id: the bounds below are the nearest ones before and after it.
  const first = around === undefined || query.cursor !== undefined ? undefined : await rootFor(context, viewer, postId, around);
  const { start, beyond, direction, merge } = orderOf(order);
  const begin = first === undefined ? start : { id: order === 'oldest' ? first.slice(0, -1) : `${first}g` };
  const roots = await readPage(query, begin, async ({ id }, count) => {
    const ofPost = sql`post_id = ${postId} and parent_id is null and id ${beyond} ${id} order by id ${direction} limit cast(${count} as integer)`;
    const [written, deleted] = await Promise.all([
      db.all<Position>`select id from comments where ${viewer ? sql`true` : sql`is_public = 1`} and ${ofPost}`,
      db.all<Position>`select id from deleted_comments where ${viewer ? sql`true` : sql`visibility = 'public'`} and ${ofPost}`,
    ]);
    return merge(written, deleted).slice(0, count);
  });
  return threadPage(context, viewer, roots);
}

/** Whether visitors read the public comments on a public post: its author may keep all for members. */
const mayHavePublicComments = ({ db }: Context, postId: string) =>
  db.get`select id from ${visiblePosts('visitors')} p where id between ${postId} and ${postId} and comments_visibility = 'public'`;

/** Returns the start of the thread with a comment. Throws `commentNotFound` if the post does not have it, and for visitors also if they may not see it. */
async function rootFor({ db }: Context, viewer: Member | undefined, postId: string, id: string): Promise<string> {
  if (!viewer && !(await db.get`select id from ${visibleComments('visitors')} c where id = ${id}`)) throw new Failure('commentNotFound');
  return rootOf(db, postId, id);
}

/** Reads a page of the replies below a comment, oldest first. */
export async function listReplies(
  context: Context,
  viewer: Member | undefined,
  id: string,
  query: PageQuery,
): Promise<JsonPage<Comment | DeletedComment>> {
  const { db } = context;
  const root = await db.get<{ post_id: string }>`
    select post_id from comments where id = ${id} union all select post_id from deleted_comments where id = ${id}`;
  const isFound = root && (await db.get`select id from ${visiblePosts(viewer ?? 'visitors')} p where id = ${root.post_id}`);
  const { threads } = await readThreads(db, viewer ?? 'visitors', isFound ? [id] : []);
  if (!viewer && threads.length === 0) throw new Failure('noToken'); // also if the comment exists, but is for members
  if (!isFound) throw new Failure('commentNotFound');
  const replies = threads[0]?.replies ?? [];
  return commentPage(
    context,
    viewer,
    await readPage(query, oldest, async (after, count) => replies.filter((reply) => reply.id > after.id).slice(0, count)),
  );
}

/** Reads the comments of a page and turns them into JSON. The page ends early if it would have more than `limits.replies` replies or `limits.listBytes` bytes. */
async function threadPage(context: Context, viewer: Member | undefined, { items, next }: Page<Position>): Promise<JsonPage<Thread>> {
  const ids = items.map(({ id }) => id);
  const { threads, last } = await readThreads(context.db, viewer ?? 'visitors', ids);
  const fitsPage = byteBudget(limits.listBytes);
  const shown: Array<SizedThread & { embedded: Sized[] }> = [];
  for (const thread of threads) {
    const fits = byteBudget(limits.embeddedBytes);
    const [, ...embedded] = [thread.root, ...thread.replies.slice(0, limits.embedded)].filter(({ size }) => fits(size));
    if (!fitsPage([thread.root, ...embedded].reduce((sum, { size }) => sum + size, 0))) break;
    shown.push({ ...thread, embedded });
  }
  const end = shown.length < threads.length ? shown.at(-1)?.root : last;
  const listed = await readListed(
    context,
    viewer,
    shown.flatMap(({ root, embedded }) => [root, ...embedded]),
  );
  const page: PageItem[] = [];
  for (const { root, embedded, replyCount } of shown) {
    const comment = listed.get(root.id);
    if (!comment) continue; // deleted since
    const fits = byteBudget(limits.embeddedBytes);
    const fitsJson = (item: object) => fits(Buffer.byteLength(JSON.stringify(item))); // escapes make JSON up to six times as long as its text
    fitsJson(comment);
    const replies = embedded.flatMap(({ id }) => listed.get(id) ?? []).filter(fitsJson);
    page.push({ id: root.id, ...toOpenJson({ comment, replies, replyCount } satisfies Thread) });
  }
  return joinPage({ items: page, next: end ? cursorAfter(end) : next });
}
