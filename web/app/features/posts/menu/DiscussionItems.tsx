import { type Post, type PostChange, updatePost as updateCall } from '@dev-connector/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Globe, Lock, MessageSquare, MessageSquareOff } from 'lucide-react';
import { useButtonAction } from '../../../api/action';
import { ApiError } from '../../../api/client';
import { api } from '../../../api/queries';
import { addAlert } from '../../../feedback/alerts';
import { MenuItem } from '../../../ui/Menu';
import { updatePost } from '../post-queries';

type Change = Pick<PostChange, 'commentsClosed' | 'commentsVisibility'>;

/** Items of the author's menu: close the post for new comments or reopen it, and keep the comments of a public post for members or let everyone read them. */
export function DiscussionItems({ post: { _id: id, version, visibility, commentsClosed, commentsVisibility } }: { post: Post }) {
  const queries = useQueryClient();
  const change = useButtonAction({
    scope: { id: `discussion ${id}` },
    mutationFn: ({ body }: { body: Change; message: string }) => {
      const send = (current: number) => api(updateCall, { params: { id }, body: { ...body, version: current } });
      return send(version).catch((error: unknown) => {
        // The author has edited the text elsewhere, which does not matter here.
        if (error instanceof ApiError && error.status === 409) return send((error.current as Post).version);
        throw error;
      });
    },
    onSuccess: ({ data }, { message }) => {
      updatePost(queries, id, () => data);
      addAlert(message, 'success');
    },
  });
  const isOpen = commentsVisibility === 'public';
  return (
    <>
      <MenuItem
        onClick={() =>
          change({ body: { commentsClosed: !commentsClosed }, message: commentsClosed ? 'Comments reopened' : 'Comments closed' })
        }
      >
        {commentsClosed ? <MessageSquare /> : <MessageSquareOff />} {commentsClosed ? 'Reopen comments' : 'Close comments'}
      </MenuItem>
      {visibility === 'public' && (
        <MenuItem
          onClick={() =>
            change({
              body: { commentsVisibility: isOpen ? 'members' : 'public' },
              message: isOpen ? 'Comments are for members' : 'Everyone can read public comments',
            })
          }
        >
          {isOpen ? <Lock /> : <Globe />} {isOpen ? 'Comments for members only' : 'Allow public comments'}
        </MenuItem>
      )}
    </>
  );
}
