import { limits } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ApiError } from '../../api/client';
import { postsQuery, useCreatePost } from '../../api/posts';
import { PostCard } from '../../posts/PostCard';
import { WriteForm } from '../../posts/WriteForm';
import { LoadFailure } from '../../ui/LoadFailure';
import { LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { Spinner } from '../../ui/Spinner';
import { titled } from '../../ui/title';

export const meta = titled('Posts');

export default function Posts() {
  const { mutateAsync: createPost } = useCreatePost();
  return (
    <Screen heading="Posts" lead="Welcome to the community" width="reading">
      <WriteForm name="post" label="Say Something..." placeholder="Create a post" longest={limits.postText} send={createPost} />
      <Feed />
    </Screen>
  );
}

function Feed() {
  const [search] = useSearchParams();
  const feed = useInfiniteQuery(postsQuery(search.get('cursor') ?? undefined));
  if (feed.isPending) return <Spinner />;
  if (!feed.data)
    return <LoadFailure message="Failed to load posts" status={(feed.error as ApiError).status} onRetry={() => void feed.refetch()} />;

  const posts = feed.data.pages.flatMap((page) => page.data);
  const next = feed.data.pages.at(-1)?.next;
  if (posts.length === 0) return <p className="muted py-8 text-center">No posts found... Write the first one.</p>;
  return (
    <>
      <ul className="flex flex-col gap-4">
        {posts.map((post) => (
          <li key={post._id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      {next && (
        <LoadMore
          href={`?cursor=${next}`}
          pending={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          onMore={() => void feed.fetchNextPage()}
        />
      )}
    </>
  );
}
