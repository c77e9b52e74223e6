import type { Post } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { Link } from 'react-router';
import { useNotDeleted } from '../../../api/pending-deletions';
import { formatNumber } from '../../../ui/numbers';
import { SignInMark } from '../../accounts/session/SignInMark';
import { authorQuery, pinnedQuery } from '../../posts/author/author-queries';
import { lineOf, PostLine } from '../../posts/PostLine';
import { publicPostsQuery } from '../../posts/public/public-queries';

/** Number of newest posts. */
const newestCount = 3;

interface Line {
  path: string;
  heading: string;
  date: string;
  commentCount: number;
}

/** A pinned post and the newest posts of a member, as far as the viewer may read them. Nothing without posts. */
export const RecentPosts = ({ id, isMember }: { id: string; isMember: boolean }) =>
  isMember ? <ForMembers id={id} /> : <ForVisitors id={id} />;

function ForMembers({ id }: { id: string }) {
  const pinned = useInfiniteQuery(pinnedQuery(id));
  const newest = useInfiniteQuery(authorQuery(id));
  const isShown = useNotDeleted();
  if (pinned.isPending || newest.isPending) return null;
  const [pin] = pinned.data?.pages.flatMap(({ data }) => data).filter(isShown) ?? [];
  const posts = newest.data?.pages.flatMap(({ data }) => data).filter((post) => isShown(post) && post._id !== pin?._id) ?? [];
  return <Lines id={id} pin={pin && toLine(pin)} posts={posts.slice(0, newestCount).map(toLine)} />;
}

const toLine = (post: Post): Line => ({ ...lineOf(post), commentCount: post.commentCount });

function ForVisitors({ id }: { id: string }) {
  const { data } = useQuery(publicPostsQuery({ author: id, limit: newestCount }));
  return <Lines id={id} posts={data?.posts ?? []} />;
}

function Lines({ id, pin, posts }: { id: string; pin?: Line | undefined; posts: Line[] }) {
  if (!pin && posts.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="flex min-w-0 flex-col gap-4">
      <h2 id="recent" className="font-semibold">
        Recent posts
      </h2>
      <ul className="list -my-2.5">
        {pin && (
          <PostLine
            {...pin}
            mark={
              <>
                <Pin className="mr-1 inline size-3.5 align-[-0.125em]" aria-hidden />
                Pinned ·{' '}
              </>
            }
          >
            {counted(pin)}
          </PostLine>
        )}
        {posts.map((post) => (
          <PostLine key={post.path} {...post}>
            {counted(post)}
          </PostLine>
        ))}
      </ul>
      <Link to={`/dev/profile/${id}/posts`} className="link tap content-center self-start text-sm print:hidden">
        All posts
        <SignInMark />
      </Link>
    </section>
  );
}

const counted = ({ commentCount: count }: Line) => count > 0 && ` · ${formatNumber(count)} ${count === 1 ? 'comment' : 'comments'}`;
