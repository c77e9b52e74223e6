import {
  listPublicPosts,
  listPublicTags,
  type PublicFeed,
  type PublicPost,
  postPath,
  summaryOf,
  withoutHidden,
} from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../../api/client';
import { api } from '../../../api/queries';

/** A list of public posts, as `GET /api/posts/public` names it. */
export interface PublicList {
  feed?: PublicFeed | undefined;
  tag?: string | undefined;
  author?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Maximum length of a summary, in code points. */
const summaryLength = 280;

export type ListedPost = ReturnType<typeof toListed>;

/** What a list shows of a post. The text is left out to keep the page small. */
const toListed = (post: PublicPost) => ({
  path: postPath(post),
  ...textsOf(post),
  author: { user: post.user, name: post.name, headline: post.headline, avatar: post.avatar },
  date: post.publishedAt ?? post.date,
  likeCount: post.likeCount,
  commentCount: post.commentCount,
  tags: post.tags,
});

/** The heading of a post: its title, with a summary below it, or the beginning of its text. */
function textsOf(post: PublicPost): { hasTitle: boolean; heading: string; summary: string } {
  const summary = summaryOf(post.html, summaryLength);
  return post.title
    ? { hasTitle: true, heading: post.title, summary }
    : { hasTitle: false, heading: summary || `Post by ${withoutHidden(post.name)}`, summary: '' };
}

/** A page of public posts, with the cursor of the next one. */
export const publicPostsQuery = (list: PublicList, call: Api = api) =>
  queryOptions({
    queryKey: ['public-posts', list],
    queryFn: async ({ signal }) => {
      const { data, next } = await call(listPublicPosts, { query: { ...list }, signal });
      return { posts: data.map(toListed), next };
    },
  });

/** The tags of the newest public posts. */
export const publicTagsQuery = (call: Api = api) =>
  queryOptions({ queryKey: ['public-tags'], queryFn: async ({ signal }) => (await call(listPublicTags, { signal })).data });
