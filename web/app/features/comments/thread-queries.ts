import { type Comment, type DeletedComment, limits, listReplies, listThreads, type Thread } from '@dev-connector/contract';
import { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { ApiResponse } from '../../api/client';
import { api } from '../../api/queries';

export type Order = 'newest' | 'oldest';

/** A comment or the placeholder of a deleted one. */
export type Listed = Comment | DeletedComment;

export type ThreadPages = InfiniteData<ApiResponse<Thread[]>, unknown>;
export type ReplyPages = InfiniteData<ApiResponse<Listed[]>, unknown>;

/** Query keys of the lists of threads, and of the replies of single threads. */
export const threadsKey = (postId: string) => ['threads', postId];
export const repliesKey = (postId: string, id?: string) => ['replies', postId, ...(id === undefined ? [] : [id])];

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
    queryKey: [...repliesKey(postId, id), 'all'],
    queryFn: ({ pageParam, signal }) => api(listReplies, { params: { id }, query: { cursor: pageParam, limit: limits.pageMax }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** The replies below a comment that the viewer has sent, which are shown before the earlier ones are loaded. */
export const sentQuery = (postId: string, id: string) =>
  queryOptions<ReplyPages>({ queryKey: [...repliesKey(postId, id), 'sent'], queryFn: skipToken });

/** Ids of new comments that are not listed yet. They wait behind a button. */
export const waitingQuery = (postId: string) =>
  queryOptions<string[]>({ queryKey: ['waiting comments', postId], queryFn: skipToken, gcTime: 0 });

export const isDeleted = (comment: Listed): comment is DeletedComment => 'isDeleted' in comment;

export const threadsOf = (pages: ThreadPages | undefined): Thread[] => pages?.pages.flatMap(({ data }) => data) ?? [];

export const repliesOf = (pages: ReplyPages | undefined): Listed[] => pages?.pages.flatMap(({ data }) => data) ?? [];

export const hasComment = ({ comment, replies }: Thread, id: string | undefined): boolean =>
  [comment, ...replies].some(({ _id }) => _id === id);

/** Whether a comment of the thread is a placeholder already. */
export const isHidden = ({ comment, replies }: Thread, id: string): boolean =>
  [comment, ...replies].some((one) => one._id === id && isDeleted(one));

/** Whether the thread embeds only the first of its replies. */
export const hasMore = ({ replies, replyCount }: Thread): boolean => replies.filter((reply) => !isDeleted(reply)).length < replyCount;

/** Number of replies whose deletion is not pending. */
export const countShown = ({ replies, replyCount }: Thread, isShown: (reply: Listed) => boolean): number =>
  replyCount - replies.filter((reply) => !isShown(reply)).length;

/** Replies without a deleted one, in whose place a placeholder stays if others answer it. */
export const withoutComment = (replies: Listed[], id: string): Listed[] =>
  replies.flatMap((reply) => (reply._id !== id ? [reply] : replies.some(({ parent }) => parent === id) ? [placeholderOf(reply)] : []));

export const placeholderOf = ({ _id, parent, date }: Listed): DeletedComment => ({
  _id,
  ...(parent && { parent }),
  date,
  isDeleted: true,
});

/** The newest comment of these threads; the post, which is older, if there are none. */
export const newestOf = (threads: Thread[], postId: string): string =>
  [postId, ...threads.flatMap(({ comment, replies }) => [comment, ...replies].map(({ _id }) => _id))].sort().at(-1) ?? postId;
