import { type FoundComment, type FoundPerson, type FoundPost, type SearchType, type Snippet, search } from '@dev-connector/contract';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Api } from '../api/client';
import { api } from '../api/queries';
import { type Developer, developerOf } from '../profiles/profile-queries';
import type { Search } from './address';

/** Fields of a post or comment that the results show. */
interface FoundText {
  _id: string;
  user: string;
  name: string;
  avatar: string;
  date: string;
  snippet: Snippet;
}
export interface PostResult extends FoundText {
  title?: string | undefined;
  titleParts?: Snippet | undefined;
}
export interface CommentResult extends FoundText {
  post: FoundComment['post'];
}
/** `following` is undefined to visitors. */
export interface PersonResult extends Developer {
  following?: boolean | undefined;
}

const textOf = ({ _id, user, name, avatar, date, snippet }: FoundText) => ({ _id, user, name, avatar, date, snippet });

const select: Record<SearchType, (found: never, words: string[]) => PostResult | CommentResult | PersonResult> = {
  posts: (post: FoundPost): PostResult => ({ ...textOf(post), title: post.title, titleParts: post.titleParts }),
  comments: (comment: FoundComment): CommentResult => ({ ...textOf(comment), post: comment.post }),
  people: (person: FoundPerson, words): PersonResult => ({ ...developerOf(person, words), following: person.viewer?.following }),
};

/** Pages of results. A new query aborts the request of the previous one. A member also sees which people they follow. */
export const searchQuery = ({ q, type, from }: Pick<Search, 'q' | 'type' | 'from'>, isMember: boolean, call: Api = api) =>
  infiniteQueryOptions({
    queryKey: ['search', type, q, from ?? null, isMember],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await call(search, { query: { q, type, cursor: pageParam ?? undefined }, signal });
      return { data: (data as never[]).map((found) => select[type](found, q.split(/[\s:"]+/))), next };
    },
    initialPageParam: from ?? null, // the dehydrated state is JSON, which has no `undefined`
    getNextPageParam: (page) => page.next,
  });
