import { Link } from 'react-router';
import { ErrorScreen } from './ErrorScreen';

/** Says that nothing is at the address, and offers a search, which needs no script. */
export function MissingPage() {
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
              autoComplete="off"
              className="input grow"
            />
            <button type="submit" className="btn">
              Search
            </button>
          </form>
          <ul className="list border-line border-y">
            <Place to="/dev" name="Go to the start page" hint="Overview of the site" />
            <Place to="/dev/explore" name="Explore public posts" hint="Posts, tags and new members" />
            <Place to="/dev/profiles" name="Browse developers" hint="Members by skill and place" />
          </ul>
        </div>
      }
    />
  );
}

const Place = ({ to, name, hint }: { to: string; name: string; hint: string }) => (
  <li className="group relative flex items-baseline gap-x-3 py-3 max-sm:flex-col">
    <Link to={to} className="font-medium after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-3">
      {name}
    </Link>
    <span className="text-muted text-sm">{hint}</span>
  </li>
);
