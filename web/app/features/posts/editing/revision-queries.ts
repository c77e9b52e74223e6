import { eraseCommentRevision, erasePostRevision, listCommentRevisions, listPostRevisions } from '@dev-connector/contract';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../api/action';
import { api } from '../../../api/queries';
import type { Target } from './edit-queries';

const idOf = (target: Target): string => ('post' in target ? target.post : target.comment)._id;

/** Pages of the earlier versions of a post or comment, newest first. Each edit makes a new list. */
export const revisionsQuery = (target: Target) =>
  infiniteQueryOptions({
    queryKey: ['revisions', idOf(target), ('post' in target ? target.post : target.comment).version],
    queryFn: ({ pageParam, signal }) =>
      api('post' in target ? listPostRevisions : listCommentRevisions, {
        params: { id: idOf(target) },
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

/** Erases the text of an earlier version of the viewer's post or comment. */
export function useEraseRevision(target: Target) {
  const queries = useQueryClient();
  return useAction({
    meta: { successMessage: 'Text erased' },
    mutationFn: (version: number) =>
      api('post' in target ? erasePostRevision : eraseCommentRevision, { params: { id: idOf(target), version } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: revisionsQuery(target).queryKey }),
  });
}
