import { Link } from 'react-router';
import { ErrorScreen, HomeLink } from './ErrorScreen';

/** Says that nothing is at the address, and offers a search, which needs no script. */
export function MissingPage() {
  return (
    <ErrorScreen
      title="Page not found"
      text="There is nothing at this address. It may have been removed, or the link is wrong."
      action={
        <div className="flex w-full flex-wrap gap-2">
          <form action="/dev/search" className="mb-2 flex w-full gap-2">
            {/* Hides the field of the bar (components.css). */}
            <input data-search type="search" name="q" aria-label="Search the site" autoComplete="off" className="input grow" />
            <button type="submit" className="btn">
              Search
            </button>
          </form>
          <HomeLink />
          <Link to="/dev/explore" className="btn">
            Explore public posts
          </Link>
        </div>
      }
    />
  );
}
