import type { Post } from '@dev-connector/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NewItems } from '../../../ui/lists/NewItems';
import { elementId } from '../permalink';
import { isListed, reloadComments } from '../thread-cache';
import { isDeleted, type ThreadPages, threadsOf, waitingQuery } from '../thread-queries';

interface NewCommentsProps {
  post: Post;
  list: ThreadPages;
  isEmpty: boolean;
  /** Makes a list show its newest comments that does not. Called before they load. */
  onShow: () => void;
}

/** Button that shows the comments written since the list was loaded. */
export function NewComments({ post: { _id: postId, commentCount }, list, isEmpty, onShow }: NewCommentsProps) {
  const queries = useQueryClient();
  const { data: waiting = [] } = useQuery(waitingQuery(postId));
  const missing = waiting.filter((id) => !isListed(queries, postId, id));
  // The viewer may not see all of them.
  const count = list.pages.at(-1)?.next ? missing.length : Math.min(missing.length, commentCount - countListed(list));

  async function show() {
    onShow();
    await reloadComments(queries, postId, { throwOnError: true }); // otherwise the comments keep waiting
    queries.setQueryData(waitingQuery(postId).queryKey, []);
  }

  const focus = () =>
    requestAnimationFrame(() => {
      const [first] = missing.flatMap((id) => document.getElementById(elementId(id)) ?? []);
      first?.focus({ preventScroll: true });
      (first ?? document.getElementById('comments'))?.scrollIntoView({ block: first ? 'center' : 'start' });
    });

  return <NewItems count={count} noun="comment" isEmpty={isEmpty} className="-mt-6" show={show} focus={focus} />;
}

const countListed = (list: ThreadPages): number =>
  threadsOf(list).reduce((count, { comment, replyCount }) => count + (isDeleted(comment) ? 0 : 1) + replyCount, 0);
