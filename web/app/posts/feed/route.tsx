import { limits } from '@dev-connector/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../accounts/session/session';
import { retryMessageOf } from '../../api/client';
import type { ScreenHandle } from '../../context';
import { useNotDeleted } from '../../deletions/pending';
import { Loading } from '../../shell/feedback/Loading';
import { titleMeta } from '../../site/meta';
import { useSite } from '../../site/site';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { chunksOf, ListChunk } from '../../ui/ListChunk';
import { BackToNewest, LoadMore } from '../../ui/LoadMore';
import { Skeletons } from '../../ui/Skeleton';
import { Composer } from '../composer/LazyComposer';
import { openFocused, useFeedShortcuts } from '../list-keys';
import { PostCard } from '../PostCard';
import { PostsScreen } from '../PostsScreen';
import { postsQuery, useCreatePost } from '../post-queries';
import type { Submission } from '../submission';
import { NewPosts } from './NewPosts';

export const handle: ScreenHandle = { firstRequest: '/api/posts?embed=' };

export const meta = titleMeta('Posts');

/** Estimated height of a post, in rem. */
const postHeight = 8.5;

/** Id of the field for a new post, which links lead to. */
const newPost = 'new-post';

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
    <PostsScreen>
      <h1 className="sr-only">Posts</h1>
      <Composer
        id={newPost}
        context="post"
        label="Say Something..."
        characterLimit={limits.postText}
        hasTitle
        visibility={useSite().defaultVisibility}
        send={send}
      />
      {from && <BackToNewest to="/dev/posts" />}
      <Feed from={from} />
    </PostsScreen>
  );
}

function Feed({ from }: { from: string | undefined }) {
  const { account } = useSession();
  const feed = useInfiniteQuery(postsQuery(from));
  const isShown = useNotDeleted();
  useFeedShortcuts();
  if (!feed.data) return feed.error ? <Loading query={feed} message="Failed to load posts" /> : <Skeletons count={5} />;

  const next = feed.data.pages.at(-1)?.next;
  const isEmpty = feed.data.pages.every((page) => !page.data.some(isShown));
  return (
    <>
      {!from && !feed.isRefetching && <NewPosts feed={feed.data} loadedAt={feed.dataUpdatedAt} />}
      {isEmpty ? (
        <Empty />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks
        <div
          role="list"
          className="list -mx-4 border-line border-t"
          onKeyDown={({ key, target }) => key === 'Enter' && (target as Element).matches('article') && openFocused()}
        >
          {feed.data.pages.map((page, number) =>
            chunksOf(page.data.filter(isShown)).map((posts, place) => (
              <ListChunk key={`${number}:${place}`} items={posts} estimate={postHeight}>
                {(post) => <PostCard post={post} isOwn={post.user === account?._id} />}
              </ListChunk>
            )),
          )}
        </div>
      )}
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

const Empty = () => (
  <EmptyState
    icon={<MessagesSquare />}
    title="No posts found..."
    action={<Button onClick={() => document.getElementById(newPost)?.focus()}>Write the first post</Button>}
  >
    Ask a question, or say what you are working on.
  </EmptyState>
);
