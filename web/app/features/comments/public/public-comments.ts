import { type Comment, type DeletedComment, limits, listComments } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api/client';

type Listed = Comment | DeletedComment;

/** A comment, or the start of one that is on another page, with all replies below it. */
interface PublicThread {
  comment: Listed;
  replies: Listed[];
}

export interface PublicCommentPage {
  threads: PublicThread[];
  /** The names of the authors by id of the comment. */
  names: Map<string, string>;
  /** The cursor of the next page. */
  next: string | undefined;
}

/** Comments per page, and bytes of HTML per comment without its text. */
const [pageSize, frameBytes] = [50, 2000];

/** Bytes of a page without the texts. */
const shellBytes = 100_000;

export const publicCommentsKey = (postId: string) => ['public-comments', postId];

/** A page of the comments on a public post that visitors may read, oldest first, and only as many as fit below the text of the post in a page of HTML. */
export const publicCommentsQuery = (post: { _id: string; html: string }, call: Api, cursor?: string) =>
  queryOptions({
    queryKey: publicCommentsKey(post._id),
    queryFn: async ({ signal }): Promise<PublicCommentPage> => {
      const read = (limit: number) => call(listComments, { params: { id: post._id }, query: { order: 'oldest', limit, cursor }, signal });
      const room = limits.htmlPage - shellBytes - bytesOf(post);
      const first = await read(pageSize);
      const fitting = countFitting(first.data, room);
      const { data, next } = fitting === first.data.length ? first : await read(Math.max(1, fitting));
      const comments = fitting === 0 ? data.map((comment) => ('html' in comment ? { ...comment, html: tooLong } : comment)) : data;
      const names = new Map(comments.flatMap((one) => ('name' in one ? [[one._id, one.name] as const] : [])));
      return { threads: toThreads(comments), names, next };
    },
  });

const tooLong = '<p>This comment is too long for this page.</p>';

const bytesOf = (item: { html: string } | DeletedComment): number =>
  frameBytes + ('html' in item ? new TextEncoder().encode(item.html).length : 0);

/** Returns the number of comments that fit. */
function countFitting(comments: Listed[], room: number): number {
  let left = room;
  const end = comments.findIndex((comment) => (left -= bytesOf(comment)) < 0);
  return end < 0 ? comments.length : end;
}

/** Groups comments, oldest first, by the first one above them that is in the list. */
function toThreads(comments: Listed[]): PublicThread[] {
  const threads = new Map<string, PublicThread>();
  for (const comment of comments) {
    const thread = threads.get(comment.parent ?? '');
    if (thread) thread.replies.push(comment);
    threads.set(comment._id, thread ?? { comment, replies: [] });
  }
  return [...new Set(threads.values())];
}
