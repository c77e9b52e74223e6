import { type Post, updatePost as updateCall } from '@dev-connector/contract';
import { useQueryClient } from '@tanstack/react-query';
import { MessageSquare, MessageSquareOff } from 'lucide-react';
import { useButtonAction } from '../../../api/action';
import { ApiError } from '../../../api/client';
import { api } from '../../../api/queries';
import { addAlert } from '../../../feedback/alerts';
import { MenuItem } from '../../../ui/Menu';
import { updatePost } from '../post-queries';

/** Item of the author's menu that closes the post for new comments, or reopens it. */
export function CloseComments({ post: { _id: id, version, commentsClosed } }: { post: Post }) {
  const queries = useQueryClient();
  const setClosed = useButtonAction({
    scope: { id: `close ${id}` },
    mutationFn: (isClosed: boolean) => {
      const send = (current: number) => api(updateCall, { params: { id }, body: { commentsClosed: isClosed, version: current } });
      return send(version).catch((error: unknown) => {
        // The author has edited the text elsewhere, which does not matter here.
        if (error instanceof ApiError && error.status === 409) return send((error.current as Post).version);
        throw error;
      });
    },
    onSuccess: ({ data }) => {
      updatePost(queries, id, () => data);
      addAlert(data.commentsClosed ? 'Comments closed' : 'Comments reopened', 'success');
    },
  });
  return (
    <MenuItem onClick={() => setClosed(!commentsClosed)}>
      {commentsClosed ? <MessageSquare /> : <MessageSquareOff />} {commentsClosed ? 'Reopen comments' : 'Close comments'}
    </MenuItem>
  );
}
