import { limits } from '@dev-connector/contract';
import { Link, useLocation } from 'react-router';
import { ErrorScreen } from './ErrorScreen';

/** Says that nothing is at the address, and offers a search for its words, which needs no script. */
export function MissingPage() {
  const { pathname } = useLocation();
  return (
    <ErrorScreen
      title="Page not found"
      text="There is nothing at this address. It may have been removed, or the link is wrong."
      action={
        <div className="flex w-full flex-col gap-8">
          <form action="/dev/search" className="flex w-full gap-2">
            {/* Hides the field of the bar (components.css). */}
            <input
              data-search
              type="search"
              name="q"
              aria-label="Search the site"
              placeholder="Search the site"
              defaultValue={wordsOfLastSegment(pathname)}
              autoComplete="off"
              className="input grow"
            />
            <button type="submit" className="btn">
              Search
            </button>
          </form>
          <ul className="list border-line border-y">
            <Place to="/dev" name="Go to the start page" hint="Overview of the site, or your dashboard" />
            <Place to="/dev/explore" name="Explore public posts" hint="Posts, tags and new members" />
            <Place to="/dev/profiles" name="Browse developers" hint="Members by skill and place" />
          </ul>
        </div>
      }
    />
  );
}

/** The words of the last segment of a path, such as `rust tips` of `/dev/rust-tips`. An id has none. */
function wordsOfLastSegment(path: string): string {
  const last = path.split('/').findLast(Boolean) ?? '';
  const text = new URLSearchParams(`q=${last.replaceAll('&', ' ')}`).get('q') ?? ''; // unlike decodeURIComponent, never throws
  const words = /^[\da-f-]{36}$/.test(text) ? [] : (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return words.join(' ').slice(0, limits.searchQuery);
}

const Place = ({ to, name, hint }: { to: string; name: string; hint: string }) => (
  <li className="group relative flex items-baseline gap-x-3 py-3 max-sm:flex-col">
    <Link to={to} className="font-medium after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3">
      {name}
    </Link>
    <span className="text-muted text-sm">{hint}</span>
  </li>
);
