import { limits, type Post } from '@dev-connector/contract';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { draftKey, readDraft } from '../../drafts/local-drafts';
import { UserLines } from '../../ui/UserLines';
import { useAddComment } from '../comments/comment-actions';
import { Composer } from '../lazy-parts';
import type { Submission } from '../submission';
import { Comments } from './Comments';

/** The form for a new comment, unless the post is closed for comments, and the comments. */
export function Conversation({ post, accountId }: { post: Post; accountId: string }) {
  const { state, hash } = useLocation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const addComment = useAddComment(post._id, accountId);
  const order = search.get('order') === 'oldest' ? 'oldest' : 'newest';

  async function send(submission: Submission) {
    // Newest first and from the start, the viewer sees the new comment.
    if (order === 'oldest' || hash) void navigate({ search: '', hash: '' }, { replace: true, preventScrollReset: true, state });
    await addComment(submission);
  }

  return (
    <>
      <div className="py-5">
        {post.commentsClosed ? (
          <Closed draft={readDraft(draftKey(accountId, `comment:${post._id}`))?.text} />
        ) : (
          <Composer context={`comment:${post._id}`} label="Leave a Comment" characterLimit={limits.commentText} send={send} />
        )}
      </div>
      <Comments post={post} accountId={accountId} order={order} />
    </>
  );
}

/** Stands for the form. Shows a comment that the viewer has not sent, so that it is not lost. */
const Closed = ({ draft }: { draft: string | undefined }) => (
  <>
    <p className="text-muted">Comments are closed.</p>
    {draft && (
      <div className="flex flex-col gap-2 pt-3">
        <p className="text-muted text-sm">You have not sent this comment:</p>
        <UserLines className="border-line border-l-2 pl-3" text={draft} />
      </div>
    )}
  </>
);
