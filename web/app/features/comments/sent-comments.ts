import type { Comment } from '@dev-connector/contract';
import type { QueryClient } from '@tanstack/react-query';
import { watchQuery } from '../notifications/watch-query';
import { updatePost } from '../posts/post-queries';
import { addComments, addSent, reloadThreads } from './thread-cache';
import { repliesKey, threadsKey } from './thread-queries';

/** Key of the mutations that send a comment on a post. */
export const sendKey = (postId: string) => ['add comment', postId];

/** The newest comments on a post after the viewer has sent one. */
interface Sent {
  comments: Comment[];
  /** The number of all comments on the post. */
  total: number;
  /** The comment that the sent one answers. */
  parent: string | undefined;
}

/** Lists a comment that the viewer has sent. */
export async function showSent(queries: QueryClient, postId: string, sent: Sent, accountId: string): Promise<void> {
  const { comments, total, parent } = sent;
  updatePost(queries, postId, (post) => ({ ...post, commentCount: total }));
  void queries.invalidateQueries({ queryKey: watchQuery(postId).queryKey }); // commenters watch
  const isLoading = queries.isFetching({ queryKey: threadsKey(postId) }) > 0; // the response in flight may lack the new comment
  addComments(queries, postId, comments);
  const reloaded = queries.invalidateQueries({ queryKey: repliesKey(postId) });
  const reply = parent !== undefined && comments.find((comment) => comment.parent === parent && comment.user === accountId);
  const isListed = parent === undefined || (reply && addSent(queries, postId, reply));
  if (isLoading || !isListed) await Promise.all([reloaded, reloadThreads(queries, postId)]);
  else void queries.invalidateQueries({ queryKey: threadsKey(postId), refetchType: 'none' });
}

/** Lists a comment that the viewer has sent elsewhere, such as in another tab. `total`: the number of all comments on the post. */
export function addOwn(queries: QueryClient, postId: string, comment: Comment, total?: number): void {
  updatePost(queries, postId, (post) => ({ ...post, commentCount: total ?? post.commentCount }));
  addComments(queries, postId, [comment]);
  if (comment.parent !== undefined) addSent(queries, postId, comment);
  void queries.invalidateQueries({ queryKey: watchQuery(postId).queryKey }); // commenters watch
}
