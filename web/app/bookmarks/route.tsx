import { limits } from '@dev-connector/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bookmark, Folder, Pencil, Search, SearchX } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useFeedShortcuts } from '../posts/list-keys';
import { PostList } from '../posts/PostList';
import { PostsScreen } from '../posts/PostsScreen';
import { titleMeta } from '../site/meta';
import { buttonClass, IconButton } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { UserText } from '../ui/UserText';
import { type BookmarkSearch, bookmarksQuery, foldersQuery } from './bookmark-queries';
import { EditFolder } from './EditFolder';

export const meta = titleMeta('Bookmarks');

export default function Bookmarks() {
  const [params] = useSearchParams();
  const search = { folder: params.get('folder') ?? '', q: params.get('q') ?? '' };
  useFeedShortcuts();
  const list = useInfiniteQuery(bookmarksQuery(search));
  return (
    <PostsScreen>
      <h1 className="pt-2 font-semibold text-xl">Bookmarks</h1>
      <p className="pt-1 text-muted">Only you can see them.</p>
      <SearchForm key={search.q} search={search} />
      <Folders search={search} />
      <PostList list={list} label="Bookmarks" empty={<Empty search={search} />} />
    </PostsScreen>
  );
}

const addressOf = (search: Partial<BookmarkSearch>): string => {
  const filters = Object.entries(search).filter(([, value]) => value !== '');
  return filters.length > 0 ? `/dev/bookmarks?${new URLSearchParams(filters)}` : '/dev/bookmarks';
};

function SearchForm({ search }: { search: BookmarkSearch }) {
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q')).trim();
    void navigate(addressOf({ ...search, q }));
  }

  return (
    <search>
      <form className="flex gap-2 pt-4" onSubmit={submit}>
        <input
          type="search"
          name="q"
          aria-label="Search bookmarks"
          placeholder="Title, text or author"
          maxLength={limits.bookmarkText}
          defaultValue={search.q}
          className="input grow"
        />
        <IconButton type="submit" variant="neutral" label="Search">
          <Search />
        </IconButton>
      </form>
    </search>
  );
}

/** Links to the folders, and the button that edits the current one. Nothing if there are none. */
function Folders({ search }: { search: BookmarkSearch }) {
  const { data: folders = [] } = useQuery(foldersQuery);
  const [isEditing, setEditing] = useState(false);
  const navigate = useNavigate();
  const { folder, q } = search;
  const isKnown = folders.some(({ name }) => name === folder);
  return (
    <div className="flex min-h-14 items-start gap-2 pt-3 pb-2">
      {(folders.length > 0 || folder) && (
        <nav aria-label="Folders" className="flex min-w-0 grow flex-wrap gap-1.5">
          <FolderLink to={addressOf({ q })} isCurrent={!folder}>
            All
          </FolderLink>
          {folders.map(({ name, bookmarks }) => (
            <FolderLink key={name} to={addressOf({ folder: name, q })} isCurrent={name === folder}>
              <Folder />
              <span className="min-w-0 truncate">
                <UserText text={name} />
              </span>
              <span className="text-muted tabular-nums">{bookmarks.toLocaleString('en')}</span>
            </FolderLink>
          ))}
        </nav>
      )}
      {isKnown && (
        <IconButton size="sm" label="Edit folder" className="text-muted" onClick={() => setEditing(true)}>
          <Pencil />
        </IconButton>
      )}
      {isEditing && (
        <EditFolder
          folder={folder}
          onDone={(name) => void navigate(addressOf({ folder: name, q }), { replace: true })}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}

const FolderLink = ({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) => (
  <Link
    to={to}
    aria-current={isCurrent ? 'page' : undefined}
    className={buttonClass(isCurrent ? 'neutral' : 'ghost', 'sm', `min-w-0 max-w-60 ${isCurrent ? '' : 'text-muted'}`)}
  >
    {children}
  </Link>
);

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
