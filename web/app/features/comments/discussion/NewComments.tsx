import type { Post } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { formatNumber } from '../../../ui/numbers';
import { PendingButton } from '../../../ui/PendingButton';
import { elementId } from '../permalink';
import { isListed, reloadComments } from '../thread-cache';
import { isDeleted, type ThreadPages, threadsOf, waitingQuery } from '../thread-queries';

interface NewCommentsProps {
  post: Post;
  list: ThreadPages;
  /** Makes a list show its newest comments that does not. Called before they load. */
  onShow: () => void;
}

/** Button that shows the comments written since the list was loaded. They are never inserted while the viewer reads. */
export function NewComments({ post: { _id: postId, commentCount }, list, onShow }: NewCommentsProps) {
  const queries = useQueryClient();
  const { data: waiting = [] } = useQuery(waitingQuery(postId));
  const missing = waiting.filter((id) => !isListed(queries, postId, id));
  // The viewer may not see all of them.
  const count = list.pages.at(-1)?.next ? missing.length : Math.min(missing.length, commentCount - countListed(list));

  async function show() {
    onShow();
    await reloadComments(queries, postId);
    queries.setQueryData(waitingQuery(postId).queryKey, []);
    requestAnimationFrame(() => {
      const [first] = missing.flatMap((id) => document.getElementById(elementId(id)) ?? []);
      first?.focus({ preventScroll: true });
      (first ?? document.getElementById('comments'))?.scrollIntoView({ block: first ? 'center' : 'start' });
    });
  }

  return (
    <div aria-live="polite" className="sticky top-[calc(var(--bar)+0.5rem)] z-10 flex h-0 justify-center">
      {count > 0 && (
        <PendingButton size="sm" className="-mt-6 rounded-full shadow-float" onPress={show}>
          <ArrowUp />
          {`${formatNumber(count)} new ${count === 1 ? 'comment' : 'comments'}`}
        </PendingButton>
      )}
    </div>
  );
}

const countListed = (list: ThreadPages): number =>
  threadsOf(list).reduce((count, { comment, replyCount }) => count + (isDeleted(comment) ? 0 : 1) + replyCount, 0);
