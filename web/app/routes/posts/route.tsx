import { limits } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { reasonOf } from '../../api/client';
import { postsQuery, useCreatePost } from '../../api/posts';
import type { Submission } from '../../api/submission';
import { Loading } from '../../outcomes/Loading';
import { PostCard } from '../../posts/PostCard';
import { WriteForm } from '../../posts/WriteForm';
import { BackToNewest, LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { titled } from '../../ui/title';

export const meta = titled('Posts');

export default function Posts() {
  const { mutateAsync: createPost } = useCreatePost();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const from = search.get('cursor') ?? undefined;

  async function send(submission: Submission) {
    await createPost(submission);
    if (from) void navigate('/dev/posts'); // where the new post stands
  }

  return (
    <Screen heading="Posts" lead="Welcome to the community" width="reading">
      <WriteForm name="post" label="Say Something..." placeholder="Create a post" longest={limits.postText} send={send} />
      {from && <BackToNewest to="/dev/posts" />}
      <Feed from={from} />
    </Screen>
  );
}

function Feed({ from }: { from: string | undefined }) {
  const feed = useInfiniteQuery(postsQuery(from));
  if (!feed.data) return <Loading of={feed} message="Failed to load posts" />;

  const posts = feed.data.pages.flatMap((page) => page.data);
  const next = feed.data.pages.at(-1)?.next;
  if (posts.length === 0)
    return (
      <div className="muted py-8 text-center">
        <p>No posts found...</p>
        <p>Write the first one.</p>
      </div>
    );
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
          href={`?cursor=${encodeURIComponent(next)}`}
          pending={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          reason={reasonOf(feed.error)}
          onMore={() => void feed.fetchNextPage()}
        />
      )}
    </>
  );
}
