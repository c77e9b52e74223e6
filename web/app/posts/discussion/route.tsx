import { limits, type Post as PostOfContract } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useSession } from '../../accounts/session/session';
import { reasonOf, statusOf } from '../../api/client';
import { Loading } from '../../shell/outcomes/Loading';
import { staysHere } from '../../ui/clicks';
import { Moment } from '../../ui/dates';
import { withoutHidden } from '../../ui/hidden';
import { chunksOf, ListChunk } from '../../ui/ListChunk';
import { LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { titled } from '../../ui/title';
import { Written } from '../../ui/UserText';
import { Author } from '../Author';
import { commentsQuery, discussionOf, hasNewest, useAddComment } from '../comment-queries';
import { fromFeed } from '../fromFeed';
import { findPost, postQuery } from '../post-queries';
import { WriteForm } from '../WriteForm';
import type { Route } from './+types/route';
import { CommentCard } from './CommentCard';

export const meta = titled('Post');

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
        <Loading of={query} message="Failed to load post" />
      )}
    </Screen>
  );
}

/** Returns to the scroll position in the feed if the viewer came from there, otherwise to its start. */
function BackToPosts() {
  const navigate = useNavigate();
  const { state } = useLocation();

  function onClick(event: MouseEvent) {
    if (state !== fromFeed || !staysHere(event)) return;
    event.preventDefault();
    void navigate(-1);
  }

  return (
    <Link to="/dev/posts" className="btn self-start" onClick={onClick}>
      Back To Posts
    </Link>
  );
}

function Discussion({ post, load }: { post: PostOfContract; load: ComponentProps<typeof Loading>['of'] }) {
  const { account } = useSession();
  const addComment = useAddComment(post._id, account);
  return (
    <>
      <h1 className="sr-only">{`Post by ${withoutHidden(post.name)}`}</h1>
      <article className="panel flex flex-col gap-3 p-4 sm:p-5">
        <Author user={post.user} name={post.name} avatar={post.avatar}>
          Posted on <Moment date={post.date} />
        </Author>
        <Written as="p" className="prose-text" text={post.text} />
      </article>
      <WriteForm
        name={`comment ${post._id}`}
        label="Leave a Comment"
        placeholder="Comment on this post"
        longest={limits.commentText}
        send={addComment}
      />
      <section className="flex flex-col gap-4" aria-label="Comments">
        <Comments post={post} reader={account?._id} />
        {!hasNewest(post) && <Loading of={load} message="Failed to load post" />}
      </section>
    </>
  );
}

/** Comments, newest first: those embedded in the post, then older pages while scrolling. */
function Comments({ post, reader }: { post: PostOfContract; reader: string | undefined }) {
  const older = useInfiniteQuery(commentsQuery(post._id));
  if (post.commentCount === 0) return <p className="muted py-4 text-center">No comments yet.</p>;
  if (post.comments.length === 0) return;
  const { groups, gap, more } = discussionOf(post, older.data);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a list element may not contain chunks */}
      <div role="list" className="flex flex-col gap-4">
        {groups.map((group, number) =>
          chunksOf(group).map((chunk, place) => (
            <ListChunk key={`${number}:${place}`} items={chunk} estimate={commentHeight}>
              {(comment) => <CommentCard postId={post._id} comment={comment} mine={comment.user === reader} />}
            </ListChunk>
          )),
        )}
      </div>
      {more && hasNewest(post) && (
        <LoadMore
          pending={older.isFetching}
          failed={older.isError}
          reason={reasonOf(older.error)}
          onMore={() => void (gap ? older.refetch() : older.fetchNextPage())}
        />
      )}
    </>
  );
}

function Missing() {
  return (
    <div className="flex flex-col gap-2 py-8">
      <h1 className="font-semibold text-2xl">Post not found</h1>
      <p className="muted">Its author may have deleted it.</p>
    </div>
  );
}
