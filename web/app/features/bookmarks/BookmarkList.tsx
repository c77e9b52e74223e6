import { useInfiniteQuery } from '@tanstack/react-query';
import { Bookmark, SearchX } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/states/EmptyState';
import { useFeedShortcuts } from '../posts/list-keys';
import { PostList } from '../posts/PostList';
import { addressOf } from './address';
import { type BookmarkSearch, bookmarksQuery } from './bookmark-queries';
import { Filters } from './Filters';

/** The viewer's bookmarks with their filters. */
export function BookmarkList() {
  const [params] = useSearchParams();
  const search = { folder: params.get('folder') ?? '', q: params.get('q') ?? '' };
  useFeedShortcuts();
  const list = useInfiniteQuery(bookmarksQuery(search));
  return (
    <>
      <Filters search={search} />
      <div className="bookmarks">
        <PostList list={list} label="Bookmarks" empty={<Empty search={search} />} />
      </div>
    </>
  );
}

function Empty({ search: { folder, q } }: { search: BookmarkSearch }) {
  if (q)
    return (
      <EmptyState
        icon={<SearchX />}
        title="No bookmarks match"
        action={
          <Link to={addressOf({ folder })} className={buttonClass()}>
            Clear search
          </Link>
        }
      >
        Search for words of the title, the text or the author's name.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<Bookmark />}
      title={folder ? 'No bookmarks in this folder' : 'No bookmarks yet'}
      action={
        <Link to={folder ? '/dev/bookmarks' : '/dev/posts'} className={buttonClass()}>
          {folder ? 'All bookmarks' : 'Browse posts'}
        </Link>
      }
    >
      Bookmark a post to find it here again.
    </EmptyState>
  );
}
