import { useInfiniteQuery } from '@tanstack/react-query';
import { statusOf } from '../../../api/client';
import type { Linked } from '../permalink';
import { hasComment, hasMore, type Order, threadsOf, threadsQuery } from '../thread-queries';

/**
 * Finds a linked comment that the loaded list lacks, with one request. `query` is the list that starts with its thread; `isMissing`: the comment does not exist.
 */
export function useThreadsAround(postId: string, order: Order, linked: Linked | undefined, loaded: Parameters<typeof threadsOf>[0]) {
  const isElsewhere = linked !== undefined && loaded !== undefined && !threadsOf(loaded).some((thread) => hasComment(thread, linked.id));
  const query = useInfiniteQuery({ ...threadsQuery(postId, order, linked?.id), enabled: isElsewhere });
  const [first] = threadsOf(query.data);
  const isRefused = [400, 404].includes(statusOf(query.error) ?? 0);
  const isGone = query.isSuccess && !(first && (hasMore(first) || hasComment(first, linked?.id)));
  const isMissing = isElsewhere && (isRefused || isGone);
  return { isMissing, query: isElsewhere && !isMissing ? query : undefined };
}
