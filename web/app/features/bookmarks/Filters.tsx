import { limits } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Folder, Pencil } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { buttonClass, IconButton } from '../../ui/Button';
import { SearchInput } from '../../ui/fields/SearchInput';
import { formatNumber } from '../../ui/numbers';
import { UserText } from '../../ui/UserText';
import { foldersQuery } from '../posts/bookmarking/bookmark';
import { addressOf } from './address';
import type { BookmarkSearch } from './bookmark-queries';
import { EditFolder } from './EditFolder';

/** Search and folders of the bookmarks. */
export const Filters = ({ search }: { search: BookmarkSearch }) => (
  <>
    <SearchForm key={search.q} search={search} />
    <Folders search={search} />
  </>
);

function SearchForm({ search }: { search: BookmarkSearch }) {
  const navigate = useNavigate();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q')).trim();
    void navigate(addressOf({ ...search, q }));
  }

  return (
    <search>
      <form className="flex pt-4" onSubmit={submit}>
        <SearchInput
          label="Search bookmarks"
          placeholder="Search by title, text or author"
          maxLength={limits.bookmarkText}
          defaultValue={search.q}
        />
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
              <span className="text-muted tabular-nums">{formatNumber(bookmarks)}</span>
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
