import type { Post } from '@dev-connector/contract';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '../accounts/session/session';
import { useNotDeleted } from '../deletions/pending';
import { Loading } from '../shell/feedback/Loading';
import { NextPage } from '../shell/feedback/NextPage';
import { ListChunks } from '../ui/ListChunks';
import { Skeletons } from '../ui/Skeleton';
import { openFocused } from './list-keys';
import { PostCard } from './PostCard';
import type { Feed } from './post-queries';

/** Estimated height of a post, in rem. */
const postHeight = 8.5;

interface PostListProps {
  list: UseInfiniteQueryResult<Feed>;
  label: string;
  /** Leaves out posts. */
  filter?: (post: Post) => boolean;
  /** Stands for an empty list. */
  empty: ReactNode;
}

/** A list of posts for a screen with `useFeedShortcuts`, whose further pages load when they come near. A page may be empty although others follow. */
export function PostList({ list, label, filter = () => true, empty }: PostListProps) {
  const { account } = useSession();
  const isShown = useNotDeleted();
  if (!list.data) return <Loading query={list} message="Failed to load posts" placeholder={<Skeletons count={3} />} />;
  const posts = list.data.pages.flatMap((page) => page.data).filter((post) => isShown(post) && filter(post));
  if (posts.length === 0 && !list.hasNextPage) return empty;
  return (
    <>
      {posts.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks
        <div
          role="list"
          aria-label={label}
          className="list -mx-4 border-line border-t"
          onKeyDown={({ key, target }) => key === 'Enter' && (target as Element).matches('article') && openFocused()}
        >
          <ListChunks items={posts} estimate={postHeight}>
            {(post) => <PostCard post={post} isOwn={post.user === account?._id} />}
          </ListChunks>
        </div>
      )}
      <NextPage query={list} />
    </>
  );
}
