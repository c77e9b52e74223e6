import type { Post } from '@dev-connector/contract';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNotDeleted } from '../../api/pending-deletions';
import { Loading } from '../../feedback/Loading';
import { NextPage } from '../../feedback/NextPage';
import { Skeletons } from '../../ui/states/Skeleton';
import { PostItems } from './PostItems';
import type { Feed } from './post-queries';

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
  const isShown = useNotDeleted();
  if (!list.data) return <Loading query={list} message="Failed to load posts" placeholder={<Skeletons count={3} />} />;
  const posts = list.data.pages.flatMap((page) => page.data).filter((post) => isShown(post) && filter(post));
  if (posts.length === 0 && !list.hasNextPage) return empty;
  return (
    <>
      {posts.length > 0 && <PostItems pages={[posts]} label={label} />}
      <NextPage query={list} />
    </>
  );
}
