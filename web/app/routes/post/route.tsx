import { limits, type Post as PostOfContract } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ApiError } from '../../api/client';
import { useAddComment } from '../../api/comments';
import { findPost, postQuery } from '../../api/posts';
import { Author } from '../../posts/Author';
import { WriteForm } from '../../posts/WriteForm';
import { useSession } from '../../session/session';
import { Moment } from '../../ui/dates';
import { LoadFailure } from '../../ui/LoadFailure';
import { Screen } from '../../ui/Screen';
import { Spinner } from '../../ui/Spinner';
import { titled } from '../../ui/title';
import type { Route } from './+types/route';
import { CommentCard } from './CommentCard';

export const meta = titled('Post');

export default function Post({ params: { id } }: Route.ComponentProps) {
  const queries = useQueryClient();
  // Coming from the feed, the post shows at once; its comments follow.
  const { data: post, error, isPlaceholderData, refetch } = useQuery({ ...postQuery(id), placeholderData: () => findPost(queries, id) });
  return (
    <Screen width="reading">
      <Link to="/dev/posts" className="btn self-start">
        Back To Posts
      </Link>
      {post ? (
        <Discussion post={post} complete={!isPlaceholderData} />
      ) : error ? (
        <Missing error={error as ApiError} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Screen>
  );
}

function Discussion({ post, complete }: { post: PostOfContract; complete: boolean }) {
  const { account } = useSession();
  const { mutateAsync: addComment } = useAddComment(post._id, account);
  return (
    <>
      <h1 className="sr-only">{`Post by ${post.name}`}</h1>
      <article className="panel flex flex-col gap-3 p-4 sm:p-5">
        <Author user={post.user} name={post.name} avatar={post.avatar}>
          Posted on <Moment date={post.date} />
        </Author>
        <p className="prose-text" dir="auto">
          {post.text}
        </p>
      </article>
      <WriteForm
        name={`comment ${post._id}`}
        label="Leave a Comment"
        placeholder="Comment on this post"
        longest={limits.commentText}
        send={addComment}
      />
      <section className="flex flex-col gap-4" aria-label="Comments">
        {complete ? <Comments post={post} /> : <Spinner />}
      </section>
    </>
  );
}

function Comments({ post: { _id, comments } }: { post: PostOfContract }) {
  if (comments.length === 0) return <p className="muted py-4 text-center">No comments yet.</p>;
  return (
    <ul className="flex flex-col gap-4">
      {comments.map((comment) => (
        <li key={comment._id}>
          <CommentCard postId={_id} comment={comment} />
        </li>
      ))}
    </ul>
  );
}

function Missing({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  if (error.status !== 404) return <LoadFailure message="Failed to load post" status={error.status} onRetry={onRetry} />;
  return (
    <div className="flex flex-col gap-2 py-8">
      <h1 className="font-semibold text-2xl">Post not found</h1>
      <p className="muted">Its author may have deleted it.</p>
    </div>
  );
}
