import type { Post } from '@dev-connector/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNotDeleted } from '../../../api/pending-deletions';
import { NewItems } from '../../../ui/lists/NewItems';
import { useSession } from '../../accounts/session/session';
import { type Feed, newestQuery, type PostList, postsQuery } from '../post-queries';

interface NewPostsProps {
  list: PostList;
  feed: Feed;
  loadedAt: number;
  isEmpty: boolean;
}

/** Button that shows the posts of others written since the list was loaded. */
export function NewPosts({ list, feed, loadedAt, isEmpty }: NewPostsProps) {
  const queries = useQueryClient();
  const { account } = useSession();
  const isShown = useNotDeleted();
  const { data: newest } = useInfiniteQuery(newestQuery(list, feed, loadedAt));
  const known = new Set(feed.pages.flatMap(({ data }) => data.map(({ _id }) => _id)));
  const oldest = feed.pages.at(-1)?.data.at(-1)?._id ?? '';
  const page = newest?.pages[0]?.data ?? [];
  const isNew = ({ _id, user }: Post) => _id > oldest && !known.has(_id) && user !== account?._id;
  const count = page.filter((post) => isNew(post) && isShown(post)).length;

  return (
    <NewItems
      count={count}
      hasMore={count === page.length}
      noun="post"
      isEmpty={isEmpty}
      show={() => queries.setQueryData(postsQuery(list).queryKey, newest)}
    />
  );
}
