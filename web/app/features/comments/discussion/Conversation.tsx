import { limits, type Post } from '@dev-connector/contract';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { UnsentText } from '../../drafts/UnsentText';
import { Composer } from '../../posts/lazy-parts';
import type { Submission } from '../../posts/submission';
import { useAddComment } from '../comment-actions';
import { canHavePublicComments } from '../view';
import { Comments } from './Comments';

/** The form for a new comment, unless the post is closed for comments, and the comments. */
export function Conversation({ post, accountId }: { post: Post; accountId: string }) {
  const { state, hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const addComment = useAddComment(post._id, accountId);
  const order = search.get('order') === 'oldest' ? 'oldest' : 'newest';

  const showNewest = () => void navigate({ search: '', hash: '' }, { replace: true, preventScrollReset: true, state });

  async function send(submission: Submission) {
    if (order === 'oldest' || hash) showNewest(); // so that the viewer sees the new comment
    await addComment(submission);
  }

  return (
    <>
      <div className="py-5">
        {post.commentsClosed ? (
          <>
            <p className="text-muted">Comments are closed.</p>
            <UnsentText accountId={accountId} contexts={[`comment:${post._id}`]} />
          </>
        ) : (
          <Composer
            context={`comment:${post._id}`}
            label="Leave a Comment"
            characterLimit={limits.commentText}
            visibility={canHavePublicComments(post) ? 'public' : undefined}
            send={send}
          />
        )}
      </div>
      <Comments post={post} accountId={accountId} order={order} onShowNewest={showNewest} />
    </>
  );
}
