import { limits, type Post as PostOfContract } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { statusOf } from '../../api/client';
import { useAddComment } from '../../api/comments';
import { findPost, isWhole, postQuery } from '../../api/posts';
import { Loading } from '../../outcomes/Loading';
import { Author } from '../../posts/Author';
import { fromFeed } from '../../posts/fromFeed';
import { WriteForm } from '../../posts/WriteForm';
import { useSession } from '../../session/session';
import { staysHere } from '../../ui/clicks';
import { Moment } from '../../ui/dates';
import { withoutHidden } from '../../ui/hidden';
import { Screen } from '../../ui/Screen';
import { titled } from '../../ui/title';
import { Written } from '../../ui/Written';
import type { Route } from './+types/route';
import { CommentCard } from './CommentCard';

export const meta = titled('Post');

export default function Post({ params: { id } }: Route.ComponentProps) {
  const queries = useQueryClient();
  // Coming from the feed, the post shows at once; its comments follow.
  const query = useQuery({ ...postQuery(id), placeholderData: () => findPost(queries, id) });
  return (
    <Screen width="reading">
      <BackToPosts />
      {statusOf(query.error) === 404 && !(query.data && isWhole(query.data)) ? (
        <Missing />
      ) : query.data ? (
        <Discussion post={query.data} load={query} />
      ) : (
        <Loading of={query} message="Failed to load post" />
      )}
    </Screen>
  );
}

/** Whoever has come from the feed is taken back to their place in it; others go to its start. */
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
        {!isWhole(post) && <Loading of={load} message="Failed to load post" />}
      </section>
    </>
  );
}

function Comments({ post: { _id, comments, commentCount }, reader }: { post: PostOfContract; reader: string | undefined }) {
  if (commentCount === 0) return <p className="muted py-4 text-center">No comments yet.</p>;
  if (comments.length === 0) return;
  return (
    <ul className="flex flex-col gap-4">
      {comments.map((comment) => (
        <li key={comment._id}>
          <CommentCard postId={_id} comment={comment} mine={comment.user === reader} />
        </li>
      ))}
    </ul>
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
