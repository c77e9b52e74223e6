import {
  type Account,
  addComment,
  type Comment,
  type DeletedComment,
  likeComment,
  limits,
  listReplies,
  listThreads,
  type Post,
  type Thread,
  unlikeComment,
} from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useAction, useButtonAction } from '../api/action';
import { type ApiResponse, statusOf } from '../api/client';
import { api } from '../api/queries';
import { postQuery, updatePost } from './post-queries';
import type { Submission } from './submission';

export type Order = 'newest' | 'oldest';

/** A comment or the placeholder of a deleted one. */
export type Listed = Comment | DeletedComment;

type Pages = InfiniteData<ApiResponse<Thread[]>, unknown>;
type ReplyPages = InfiniteData<ApiResponse<Listed[]>, unknown>;

/** Query keys of the lists of threads, and of the replies of single threads. */
const threadsKey = (postId: string) => ['threads', postId];
const repliesKey = (postId: string) => ['replies', postId];

/** Pages of comments with their replies. `around`: starts with the thread that contains this comment. */
export const threadsQuery = (postId: string, order: Order, around?: string) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey(postId), order, around ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(listThreads, { params: { id: postId }, query: { cursor: pageParam, limit: limits.pageMax, order, around }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** Pages of all replies below a comment, of which a thread embeds only the first. */
export const repliesQuery = (postId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...repliesKey(postId), id],
    queryFn: ({ pageParam, signal }) => api(listReplies, { params: { id }, query: { cursor: pageParam, limit: limits.pageMax }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

export const isDeleted = (comment: Listed): comment is DeletedComment => 'isDeleted' in comment;

export const threadsOf = (pages: Pages | undefined): Thread[] => pages?.pages.flatMap(({ data }) => data) ?? [];

export const hasComment = ({ comment, replies }: Thread, id: string | undefined): boolean =>
  [comment, ...replies].some(({ _id }) => _id === id);

/** Whether the thread embeds only the first of its replies. */
export const hasMore = ({ replies, replyCount }: Thread): boolean => replies.filter((reply) => !isDeleted(reply)).length < replyCount;

/** Number of replies whose deletion is not pending. */
export const countShown = ({ replies, replyCount }: Thread, isShown: (reply: Listed) => boolean): number =>
  replyCount - replies.filter((reply) => !isShown(reply)).length;

/** A comment to send, and the comment that it replies to. */
export interface CommentSubmission extends Submission {
  parent?: string;
}

/** Sends a comment or reply. It is listed as unsent meanwhile; afterwards the lists show it. The form shows a failure. */
export function useAddComment(postId: string) {
  const queries = useQueryClient();
  return useAction({
    mutationKey: unsentKey(postId),
    scope: { id: `comments ${postId}` }, // sends the comments on a post one after another
    meta: { successMessage: 'Comment Added' },
    mutationFn: ({ text, parent, key }: CommentSubmission) =>
      api(addComment, { params: { postId }, body: { text, ...(parent && { parent }) }, headers: { 'idempotency-key': key } }),
    onSuccess: async ({ data: comments, total = comments.length }, { parent }) => {
      updatePost(queries, postId, (post) => ({ ...post, comments, commentCount: total }));
      const isLoading = queries.isFetching({ queryKey: threadsKey(postId) }) > 0; // the response in flight may lack the new comment
      const isListed =
        parent === undefined || cachedThreads(queries, postId).some((thread) => hasComment(thread, parent) && !hasMore(thread));
      updateThreads(queries, postId, (pages, isNewest) =>
        comments.toReversed().reduce((now, comment) => insert(now, comment, isNewest), pages),
      );
      const reloaded = queries.invalidateQueries({ queryKey: repliesKey(postId) });
      if (isLoading || !isListed) await Promise.all([reloaded, reloadThreads(queries, postId)]);
      else void queries.invalidateQueries({ queryKey: threadsKey(postId), refetchType: 'none' });
    },
    // The server may have stored the comment even if the response was lost, and a refusal may mean that the discussion has changed.
    onError: (error) => {
      if (![400, 429].includes(statusOf(error) ?? 0)) reload(queries, postId);
    },
  });
}

const unsentKey = (postId: string) => ['add comment', postId];

/** The comments and replies that are being sent, newest first. */
export const useUnsent = (postId: string): CommentSubmission[] =>
  useMutationState({
    filters: { mutationKey: unsentKey(postId), status: 'pending' },
    select: ({ state }) => state.variables as CommentSubmission,
  }).toReversed();

/** Whether the comment is in the thread, perhaps among the loaded replies that it does not embed. */
export function isInThread(queries: QueryClient, postId: string, thread: Thread, id: string): boolean {
  const loaded = queries.getQueryData(repliesQuery(postId, thread.comment._id).queryKey)?.pages.flatMap(({ data }) => data) ?? [];
  return hasComment(thread, id) || loaded.some(({ _id }) => _id === id);
}

/** Adds a comment that the lists lack: on top of the newest, or below its parent, unless the thread embeds only the first of its replies. */
function insert(now: Pages, comment: Comment, isNewest: boolean): Pages {
  const threads = threadsOf(now);
  if (threads.some((thread) => hasComment(thread, comment._id))) return now;
  const { parent } = comment;
  if (parent !== undefined)
    return mapThreads(now, (thread) =>
      hasComment(thread, parent) && !hasMore(thread)
        ? [{ ...thread, replies: [...thread.replies, comment], replyCount: thread.replyCount + 1 }]
        : [thread],
    );
  const [first, ...others] = now.pages;
  if (!isNewest || !first || comment._id < (threads[0]?.comment._id ?? '')) return now;
  return { ...now, pages: [{ ...first, data: [{ comment, replies: [], replyCount: 0 }, ...first.data] }, ...others] };
}

const mapThreads = (now: Pages, change: (thread: Thread) => Thread[]): Pages => ({
  ...now,
  pages: now.pages.map((page) => ({ ...page, data: page.data.flatMap(change) })),
});

const cachedThreads = (queries: QueryClient, postId: string): Thread[] =>
  queries.getQueriesData<Pages>({ queryKey: threadsKey(postId) }).flatMap(([, pages]) => threadsOf(pages));

/** Updates the cached lists of threads. `isNewest`: the list starts with the newest one. */
function updateThreads(queries: QueryClient, postId: string, change: (pages: Pages, isNewest: boolean) => Pages): void {
  for (const [queryKey, pages] of queries.getQueriesData<Pages>({ queryKey: threadsKey(postId) }))
    if (pages) queries.setQueryData(queryKey, change(pages, queryKey.at(-1) === null && queryKey.at(-2) === 'newest'));
}

async function reloadThreads(queries: QueryClient, postId: string): Promise<void> {
  const filter = { queryKey: threadsKey(postId) };
  await queries.cancelQueries(filter); // the first load of a query is not cancelled by an invalidation
  await queries.invalidateQueries(filter);
}

function reload(queries: QueryClient, postId: string): void {
  void reloadThreads(queries, postId);
  void queries.invalidateQueries({ queryKey: repliesKey(postId) });
  void queries.invalidateQueries({ queryKey: postQuery(postId).queryKey });
}

/** Cancels loads in flight, whose responses would overwrite the newer state. */
const cancelLoads = (queries: QueryClient, postId: string) =>
  Promise.all([queries.cancelQueries({ queryKey: threadsKey(postId) }), queries.cancelQueries({ queryKey: repliesKey(postId) })]);

/** Shows an edited comment in all cached queries. */
export async function showComment(queries: QueryClient, postId: string, edited: Comment): Promise<void> {
  const isLoading = [threadsKey, repliesKey].some((key) => queries.isFetching({ queryKey: key(postId) }) > 0);
  await cancelLoads(queries, postId);
  const show = (comment: Comment): Comment => (comment._id === edited._id ? { ...comment, ...edited } : comment);
  updateComment(queries, postId, edited._id, show);
  updatePost(queries, postId, (post) => ({ ...post, comments: post.comments.map(show) }));
  if (isLoading) reload(queries, postId);
}

/** Updates a comment in every cached list. */
function updateComment(queries: QueryClient, postId: string, id: string, change: (comment: Comment) => Comment): void {
  const changeOne = <Item extends Listed>(comment: Item): Item | Comment =>
    comment._id === id && !isDeleted(comment) ? change(comment) : comment;
  updateThreads(queries, postId, (pages) =>
    mapThreads(pages, (thread) =>
      hasComment(thread, id) ? [{ ...thread, comment: changeOne(thread.comment), replies: thread.replies.map(changeOne) }] : [thread],
    ),
  );
  queries.setQueriesData<ReplyPages>(
    { queryKey: repliesKey(postId) },
    (now) => now && mapReplies(now, (replies) => replies.map(changeOne)),
  );
}

const mapReplies = (now: ReplyPages, change: (replies: Listed[]) => Listed[]): ReplyPages => ({
  ...now,
  pages: now.pages.map((page) => ({ ...page, data: change(page.data) })),
});

/** Removes a deleted comment from the cached lists, or leaves its placeholder if it has replies, and reloads the post, whose count may have changed elsewhere. */
export function forgetComment(queries: QueryClient, postId: string, id: string): void {
  updatePost(queries, postId, (post: Post) => ({
    ...post,
    comments: post.comments.filter(({ _id }) => _id !== id),
    commentCount: post.commentCount - 1,
  }));
  void queries.invalidateQueries({ queryKey: postQuery(postId).queryKey });
  if (!cachedThreads(queries, postId).some((thread) => hasComment(thread, id))) void reloadThreads(queries, postId);
  updateThreads(queries, postId, (pages) =>
    mapThreads(pages, (thread) => {
      if (!hasComment(thread, id)) return [thread];
      const { comment, replies, replyCount } = thread;
      if (comment._id === id) return replyCount > 0 ? [{ ...thread, comment: placeholderOf(comment) }] : [];
      return [{ ...thread, replies: withoutComment(replies, id), replyCount: replyCount - 1 }];
    }),
  );
  queries.setQueriesData<ReplyPages>(
    { queryKey: repliesKey(postId) },
    (now) => now && mapReplies(now, (replies) => withoutComment(replies, id)),
  );
}

const placeholderOf = ({ _id, parent, date }: Listed): DeletedComment => ({ _id, ...(parent && { parent }), date, isDeleted: true });

/** Replies without a deleted one, in whose place a placeholder stays if others answer it. */
export const withoutComment = (replies: Listed[], id: string): Listed[] =>
  replies.flatMap((reply) => (reply._id !== id ? [reply] : replies.some(({ parent }) => parent === id) ? [placeholderOf(reply)] : []));

/** Likes or unlikes a comment optimistically; rolls back on failure. */
export function useLikeComment(postId: string, id: string) {
  const queries = useQueryClient();
  const update = (change: Pick<Comment, 'likeCount' | 'viewer'>) =>
    updateComment(queries, postId, id, (comment) => ({ ...comment, ...change }));
  return useButtonAction({
    scope: { id: `like ${id}` },
    mutationFn: ({ liked }: { liked: boolean; before: Comment }) => api(liked ? likeComment : unlikeComment, { params: { id } }),
    onMutate: async ({ liked, before }) => {
      await cancelLoads(queries, postId);
      update({ viewer: { liked }, likeCount: before.likeCount + (liked ? 1 : -1) });
    },
    onSuccess: ({ data: { likeCount } }) => update({ likeCount }),
    onError: (_error, { before: { likeCount, viewer } }) => update({ likeCount, ...(viewer && { viewer }) }),
  });
}

/** A comment that is being sent, as it will appear. */
export const unsentComment = ({ text, parent }: CommentSubmission, { _id: user, name, avatar }: Account): Comment => ({
  _id: optimisticId,
  ...(parent && { parent }),
  text,
  html: '',
  format: 'plain',
  version: 1,
  name,
  avatar,
  user,
  likeCount: 0,
  date: new Date().toISOString(),
});

/** Id of a comment that is being sent. */
export const optimisticId = 'unsent';
