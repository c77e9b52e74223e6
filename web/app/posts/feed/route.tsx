import { limits } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../accounts/session/session';
import { retryMessageOf } from '../../api/client';
import type { Submission } from '../../api/submission';
import { Loading } from '../../shell/feedback/Loading';
import { titleMeta } from '../../site/meta';
import { chunksOf, ListChunk } from '../../ui/ListChunk';
import { BackToNewest, LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { PostCard } from '../PostCard';
import { postsQuery, useCreatePost } from '../post-queries';
import { WriteForm } from '../WriteForm';

export const meta = titleMeta('Posts');

/** Estimated height of a post, in rem. */
const postHeight = 17;

export default function Posts() {
  const createPost = useCreatePost();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const from = search.get('cursor') ?? undefined;

  async function send(submission: Submission) {
    await createPost(submission);
    if (from) void navigate('/dev/posts'); // the new post is on the first page
  }

  return (
    <Screen heading="Posts" lead="Welcome to the community" width="reading">
      <WriteForm name="post" label="Say Something..." placeholder="Create a post" characterLimit={limits.postText} send={send} />
      {from && <BackToNewest to="/dev/posts" />}
      <Feed from={from} />
    </Screen>
  );
}

function Feed({ from }: { from: string | undefined }) {
  const { account } = useSession();
  const feed = useInfiniteQuery(postsQuery(from));
  if (!feed.data) return <Loading query={feed} message="Failed to load posts" />;

  const next = feed.data.pages.at(-1)?.next;
  if (feed.data.pages.every((page) => page.data.length === 0))
    return (
      <div className="text-muted py-8 text-center">
        <p>No posts found...</p>
        <p>Write the first post.</p>
      </div>
    );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks */}
      <div role="list" className="flex flex-col gap-4">
        {feed.data.pages.map((page, number) =>
          chunksOf(page.data).map((posts, place) => (
            <ListChunk key={`${number}:${place}`} items={posts} estimate={postHeight}>
              {(post) => <PostCard post={post} isOwn={post.user === account?._id} />}
            </ListChunk>
          )),
        )}
      </div>
      {next && (
        <LoadMore
          href={`?cursor=${encodeURIComponent(next)}`}
          pending={feed.isFetchingNextPage}
          failed={feed.isFetchNextPageError}
          reason={retryMessageOf(feed.error)}
          onLoadMore={() => void feed.fetchNextPage()}
        />
      )}
    </>
  );
}
