import { createPost, type Post } from '@dev-connector/contract';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../api/action';
import { api } from '../../api/queries';
import { type Feed, feedKey, mapPages, type PostList } from './post-queries';
import type { Submission } from './submission';

/** Creates a post and shows it first. The idempotency key keeps a retry after a lost response from creating it twice. */
export function useCreatePost() {
  const queries = useQueryClient();
  return useAction({
    meta: { successMessage: 'Post Created', fieldsShowErrors: true },
    mutationFn: async ({ key, ...body }: Submission) => (await api(createPost, { body, headers: { 'idempotency-key': key } })).data,
    onSuccess: async (post) => {
      const starts = {
        queryKey: feedKey,
        predicate: ({ queryKey: [, list, from] }: Query) => typeof list === 'object' && contains(list as PostList, post) && isStart(from),
      };
      const loading = queries.getQueryCache().findAll({ ...starts, fetchStatus: 'fetching' }); // the responses in flight may lack the new post
      await Promise.all(loading.map(({ queryKey }) => queries.cancelQueries({ queryKey, exact: true })));
      queries.setQueriesData<Feed>(starts, (feed) => prepend(feed, post));
      for (const { queryKey } of loading) void queries.refetchQueries({ queryKey, exact: true });
    },
  });
}

/** Whether a new post of the viewer comes first in a list. */
const contains = ({ feed, tag }: PostList, { tags }: Post): boolean => feed !== 'top' && (tag === undefined || tags.includes(tag));
const isStart = (from: unknown): boolean => from === null || from === 'newest page';

function prepend(feed: Feed | undefined, post: Post): Feed | undefined {
  const others = mapPages(feed, (posts) => posts.filter(({ _id }) => _id !== post._id));
  const [first, ...rest] = others?.pages ?? [];
  return others && first && { ...others, pages: [{ ...first, data: [post, ...first.data] }, ...rest] };
}
