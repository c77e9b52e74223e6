import type { Comment, Thread } from '@dev-connector/contract';
import type { InvalidateOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { postQuery, updatePost } from '../posts/post-queries';
import {
  hasComment,
  hasMore,
  isDeleted,
  isHidden,
  type Listed,
  newestOf,
  placeholderOf,
  type ReplyPages,
  repliesKey,
  repliesOf,
  sentQuery,
  type ThreadPages,
  threadsKey,
  threadsOf,
  waitingQuery,
  withoutComment,
} from './thread-queries';

const cachedThreads = (queries: QueryClient, postId: string): Thread[] =>
  queries.getQueriesData<ThreadPages>({ queryKey: threadsKey(postId) }).flatMap(([, pages]) => threadsOf(pages));

/** Whether the comment is in the thread, perhaps among the loaded replies that it does not embed. */
export const isInThread = (queries: QueryClient, postId: string, thread: Thread, id: string): boolean =>
  hasComment(thread, id) ||
  queries
    .getQueriesData<ReplyPages>({ queryKey: repliesKey(postId, thread.comment._id) })
    .some(([, pages]) => repliesOf(pages).some(({ _id }) => _id === id));

const mapThreads = (now: ThreadPages, change: (thread: Thread) => Thread[]): ThreadPages => ({
  ...now,
  pages: now.pages.map((page) => ({ ...page, data: page.data.flatMap(change) })),
});

/** Whether a list starts with the newest comment. */
const isNewestList = (queryKey: QueryKey): boolean => queryKey.at(-1) === null && queryKey.at(-2) === 'newest';

const isOldestList = (queryKey: QueryKey): boolean => queryKey.at(-2) === 'oldest';

/** Updates the cached lists of threads. */
function updateThreads(queries: QueryClient, postId: string, change: (pages: ThreadPages, queryKey: QueryKey) => ThreadPages): void {
  for (const [queryKey, pages] of queries.getQueriesData<ThreadPages>({ queryKey: threadsKey(postId) }))
    if (pages) queries.setQueryData(queryKey, change(pages, queryKey));
}

function updateReplies(queries: QueryClient, postId: string, change: (replies: Listed[]) => Listed[]): void {
  queries.setQueriesData<ReplyPages>(
    { queryKey: repliesKey(postId) },
    (now) => now && { ...now, pages: now.pages.map((page) => ({ ...page, data: change(page.data) })) },
  );
}

/** Updates the comments in every cached list. */
export function updateComments(queries: QueryClient, postId: string, change: (comment: Comment) => Comment): void {
  const changeOne = <Item extends Listed>(comment: Item): Item | Comment => (isDeleted(comment) ? comment : change(comment));
  updateThreads(queries, postId, (pages) =>
    mapThreads(pages, (thread) => [{ ...thread, comment: changeOne(thread.comment), replies: thread.replies.map(changeOne) }]),
  );
  updateReplies(queries, postId, (replies) => replies.map(changeOne));
}

/** Updates a comment in every cached list. */
export const updateComment = (queries: QueryClient, postId: string, id: string, change: (comment: Comment) => Comment): void =>
  updateComments(queries, postId, (comment) => (comment._id === id ? change(comment) : comment));

/** Adds new comments that the lists lack, newest first. */
export const addComments = (queries: QueryClient, postId: string, comments: Comment[]): void =>
  updateThreads(queries, postId, (pages, queryKey) =>
    comments.toReversed().reduce((now, comment) => insert(now, comment, queryKey), pages),
  );

/** Adds a comment next to the newest, if the list has it, or below its parent, unless the thread embeds only the first of its replies. */
function insert(now: ThreadPages, comment: Comment, queryKey: QueryKey): ThreadPages {
  const threads = threadsOf(now);
  if (threads.some((thread) => hasComment(thread, comment._id))) return now;
  const { parent } = comment;
  if (parent !== undefined)
    return mapThreads(now, (thread) =>
      hasComment(thread, parent) && !hasMore(thread)
        ? [{ ...thread, replies: [...thread.replies, comment], replyCount: thread.replyCount + 1 }]
        : [thread],
    );
  const thread = { comment, replies: [], replyCount: 0 };
  const isNewer = (than: Thread | undefined) => comment._id > (than?.comment._id ?? '');
  const [first, last] = [now.pages[0], now.pages.at(-1)];
  if (first && isNewestList(queryKey) && isNewer(threads[0]))
    return { ...now, pages: [{ ...first, data: [thread, ...first.data] }, ...now.pages.slice(1)] };
  if (last && isOldestList(queryKey) && !last.next && isNewer(threads.at(-1)))
    return { ...now, pages: [...now.pages.slice(0, -1), { ...last, data: [...last.data, thread] }] };
  return now;
}

/** Adds the viewer's new reply to its thread, even if the replies before it are not loaded. Returns whether the thread is cached. */
export function addSent(queries: QueryClient, postId: string, sent: Comment): boolean {
  const thread = cachedThreads(queries, postId).find((one) => isInThread(queries, postId, one, sent.parent ?? ''));
  if (!thread) return false;
  const { _id } = thread.comment;
  const isCounted = isInThread(queries, postId, thread, sent._id);
  queries.setQueryData(sentQuery(postId, _id).queryKey, (now = { pages: [], pageParams: [] }) => ({
    pages: [...now.pages, { data: [sent], next: undefined }],
    pageParams: [...now.pageParams, undefined],
  }));
  if (!isCounted)
    updateThreads(queries, postId, (pages) =>
      mapThreads(pages, (one) => [one.comment._id === _id ? { ...one, replyCount: one.replyCount + 1 } : one]),
    );
  return true;
}

/** Hides a deleted comment, and reloads the post, whose count may have changed elsewhere. */
export function forgetComment(queries: QueryClient, postId: string, id: string): void {
  updatePost(queries, postId, (post) => ({ ...post, commentCount: post.commentCount - 1 }));
  void queries.invalidateQueries({ queryKey: postQuery(postId).queryKey });
  if (!cachedThreads(queries, postId).some((thread) => hasComment(thread, id))) void reloadThreads(queries, postId);
  hideComment(queries, postId, id);
}

/** Removes a deleted comment from the cached lists, or leaves its placeholder if it has replies. */
export function hideComment(queries: QueryClient, postId: string, id: string): void {
  updateThreads(queries, postId, (pages) =>
    mapThreads(pages, (thread) => {
      if (!hasComment(thread, id) || isHidden(thread, id)) return [thread];
      const { comment, replies, replyCount } = thread;
      if (comment._id === id) return replyCount > 0 ? [{ ...thread, comment: placeholderOf(comment) }] : [];
      return [{ ...thread, replies: withoutComment(replies, id), replyCount: replyCount - 1 }];
    }),
  );
  updateReplies(queries, postId, (replies) => withoutComment(replies, id));
}

/** The ids of the comments on the screen. */
export function listedIds(queries: QueryClient, postId: string): string[] {
  const listed = [
    ...cachedThreads(queries, postId).flatMap(({ comment, replies }) => [comment, ...replies]),
    ...queries.getQueriesData<ReplyPages>({ queryKey: repliesKey(postId) }).flatMap(([, pages]) => repliesOf(pages)),
  ];
  return [...new Set(listed.filter((comment) => !isDeleted(comment)).map(({ _id }) => _id))];
}

/** Shows an edited comment in all cached lists. */
export async function showComment(queries: QueryClient, postId: string, edited: Comment): Promise<void> {
  const isLoading = [threadsKey, repliesKey].some((key) => queries.isFetching({ queryKey: key(postId) }) > 0);
  await cancelLoads(queries, postId);
  updateComment(queries, postId, edited._id, (comment) => ({ ...comment, ...edited }));
  if (isLoading) reload(queries, postId);
}

export async function reloadThreads(queries: QueryClient, postId: string, options?: InvalidateOptions): Promise<void> {
  const filter = { queryKey: threadsKey(postId) };
  await queries.cancelQueries(filter); // the first load of a query is not cancelled by an invalidation
  await queries.invalidateQueries(filter, options);
}

export const reloadComments = (queries: QueryClient, postId: string, options?: InvalidateOptions) =>
  Promise.all([reloadThreads(queries, postId, options), queries.invalidateQueries({ queryKey: repliesKey(postId) }, options)]);

export function reload(queries: QueryClient, postId: string): void {
  void reloadComments(queries, postId);
  void queries.invalidateQueries({ queryKey: postQuery(postId).queryKey });
}

/** Whether a loaded list has the comment. */
export const isListed = (queries: QueryClient, postId: string, id: string): boolean =>
  cachedThreads(queries, postId).some((thread) => isInThread(queries, postId, thread, id));

/** The comments that neither are listed nor wait. */
export function unknownOf(queries: QueryClient, postId: string, ids: string[]): string[] {
  const waiting = queries.getQueryData(waitingQuery(postId).queryKey) ?? [];
  return ids.filter((id) => !waiting.includes(id) && !isListed(queries, postId, id));
}

/** The newest comment that the lists show, or the post if they are empty. Undefined if they are not loaded or may lack newer ones. */
export function newestListed(queries: QueryClient, postId: string): string | undefined {
  const lists = queries.getQueriesData<ThreadPages>({ queryKey: threadsKey(postId) });
  const isComplete = lists.some(([queryKey, pages]) => pages && (isNewestList(queryKey) || !pages.pages.at(-1)?.next));
  return isComplete ? newestOf(cachedThreads(queries, postId), postId) : undefined;
}

/** Cancels loads in flight, whose responses would overwrite the newer state. */
export const cancelLoads = (queries: QueryClient, postId: string) =>
  Promise.all([queries.cancelQueries({ queryKey: threadsKey(postId) }), queries.cancelQueries({ queryKey: repliesKey(postId) })]);
