import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useNotDeleted } from '../../../api/pending-deletions';
import { Button } from '../../../ui/Button';
import { focusMain } from '../../../ui/browser/focus';
import { type Feed, newestQuery, type PostList, postsQuery } from '../post-queries';

/** Button that shows the posts written since the list was loaded. They are never inserted while the viewer reads. */
export function NewPosts({ list, feed, loadedAt }: { list: PostList; feed: Feed; loadedAt: number }) {
  const queries = useQueryClient();
  const isShown = useNotDeleted();
  const { data: newest } = useInfiniteQuery(newestQuery(list, feed, loadedAt));
  const known = new Set(feed.pages.flatMap(({ data }) => data.map(({ _id }) => _id)));
  const oldest = feed.pages.at(-1)?.data.at(-1)?._id ?? '';
  const page = newest?.pages[0]?.data ?? [];
  const count = page.filter((post) => post._id > oldest && !known.has(post._id) && isShown(post)).length;

  function show() {
    queries.setQueryData(postsQuery(list).queryKey, newest);
    window.scrollTo(0, 0);
    focusMain();
  }

  return (
    <div aria-live="polite" className="sticky top-[calc(var(--bar)+0.5rem)] z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button size="sm" className="-mt-3.5 rounded-full shadow-float" onClick={show}>
          <ArrowUp />
          {`${count}${count === page.length ? '+' : ''} new ${count === 1 ? 'post' : 'posts'}`}
        </Button>
      )}
    </div>
  );
}
