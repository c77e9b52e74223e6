import { Suspense } from 'react';
import { lazyComponent } from '../../ui/lazy-part';
import { Skeletons } from '../../ui/states/Skeleton';
import { PostsScreen } from '../posts/PostsScreen';
import { titleMeta } from '../site/meta';

const BookmarkList = lazyComponent(async () => (await import('./BookmarkList')).BookmarkList);

export const meta = titleMeta('Bookmarks');

export default function Bookmarks() {
  return (
    <PostsScreen>
      <h1 className="pt-2 font-semibold text-xl">Bookmarks</h1>
      <p className="pt-1 text-muted">Only you can see them.</p>
      <Suspense fallback={<Skeletons count={3} />}>
        <BookmarkList />
      </Suspense>
    </PostsScreen>
  );
}
