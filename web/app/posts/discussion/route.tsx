import { limits, type Post as PostOfContract } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSession } from '../../accounts/session/session';
import { retryMessageOf, statusOf } from '../../api/client';
import { Loading } from '../../shell/feedback/Loading';
import { titleMeta } from '../../site/meta';
import { isPlainClick } from '../../ui/clicks';
import { Timestamp } from '../../ui/dates';
import { withoutHidden } from '../../ui/hidden';
import { chunksOf, ListChunk } from '../../ui/ListChunk';
import { LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { UserText } from '../../ui/UserText';
import { Author } from '../Author';
import { commentsQuery, hasNewest, mergeComments, useAddComment } from '../comment-queries';
import { fromFeed } from '../navigation-state';
import { findPost, postQuery } from '../post-queries';
import { WriteForm } from '../WriteForm';
import type { Route } from './+types/route';
import { CommentCard } from './CommentCard';

export const meta = titleMeta('Post');

/** Estimated height of a comment, in rem. */
const commentHeight = 8.6;

export default function Post({ params: { id } }: Route.ComponentProps) {
  const queries = useQueryClient();
  // The post from the feed shows immediately while its comments load.
  const query = useQuery({ ...postQuery(id), placeholderData: () => findPost(queries, id) });
  return (
    <Screen width="reading">
      <BackToPosts />
      {statusOf(query.error) === 404 && !(query.data && hasNewest(query.data)) ? (
        <Missing />
      ) : query.data ? (
        <Discussion post={query.data} load={query} />
      ) : (
        <Loading query={query} message="Failed to load post" />
      )}
    </Screen>
  );
}

/** Returns to the scroll position in the feed if the viewer came from there, otherwise to its start. */
function BackToPosts() {
  const navigate = useNavigate();
  const { state } = useLocation();

  function onClick(event: MouseEvent) {
    if (state !== fromFeed || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(-1);
  }

  return (
    <Link to="/dev/posts" className="btn self-start" onClick={onClick}>
      Back To Posts
    </Link>
  );
}

function Discussion({ post, load }: { post: PostOfContract; load: ComponentProps<typeof Loading>['query'] }) {
  const { account } = useSession();
  const addComment = useAddComment(post._id, account);
  return (
    <>
      <h1 className="sr-only">{`Post by ${withoutHidden(post.name)}`}</h1>
      <article className="card flex flex-col gap-3 p-4 sm:p-5">
        <Author user={post.user} name={post.name} avatar={post.avatar}>
          Posted on <Timestamp date={post.date} />
        </Author>
        <UserText as="p" className="prose-text" text={post.text} />
      </article>
      <WriteForm
        name={`comment ${post._id}`}
        label="Leave a Comment"
        placeholder="Comment on this post"
        characterLimit={limits.commentText}
        send={addComment}
      />
      <section className="flex flex-col gap-4" aria-label="Comments">
        <Comments post={post} viewerId={account?._id} />
        {!hasNewest(post) && <Loading query={load} message="Failed to load post" />}
      </section>
    </>
  );
}

/** Comments, newest first: those embedded in the post, then older pages while scrolling. */
function Comments({ post, viewerId }: { post: PostOfContract; viewerId: string | undefined }) {
  const older = useInfiniteQuery(commentsQuery(post._id));
  if (post.commentCount === 0) return <p className="text-muted py-4 text-center">No comments yet.</p>;
  if (post.comments.length === 0) return;
  const { groups, gap, more } = mergeComments(post, older.data);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks */}
      <div role="list" className="flex flex-col gap-4">
        {groups.map((group, number) =>
          chunksOf(group).map((chunk, place) => (
            <ListChunk key={`${number}:${place}`} items={chunk} estimate={commentHeight}>
              {(comment) => <CommentCard postId={post._id} comment={comment} isOwn={comment.user === viewerId} />}
            </ListChunk>
          )),
        )}
      </div>
      {more && hasNewest(post) && (
        <LoadMore
          pending={older.isFetching}
          failed={older.isError}
          reason={retryMessageOf(older.error)}
          onLoadMore={() => void (gap ? older.refetch() : older.fetchNextPage())}
        />
      )}
    </>
  );
}

function Missing() {
  return (
    <div className="flex flex-col gap-2 py-8">
      <h1 className="font-semibold text-xl">Post not found</h1>
      <p className="text-muted">Its author may have deleted it.</p>
    </div>
  );
}
