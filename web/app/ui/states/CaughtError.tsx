import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { SearchInput } from '../fields/SearchInput';
import { ErrorScreen, HomeLink } from './ErrorScreen';

/** Error boundary for routes; never shows a stack trace. It calls `useRouteError` because a re-exported boundary receives no `error` prop. */
export function CaughtError() {
  const error = useRouteError();
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  if (notFound)
    return (
      <ErrorScreen
        title="Page not found"
        text="There is nothing at this address. It may have been removed, or the link is wrong."
        action={
          <div className="flex flex-wrap gap-2">
            <form action="/dev/search" className="mb-2 flex w-full">
              <SearchInput label="Search the site" placeholder="Search" autoComplete="off" />
            </form>
            <HomeLink />
            <Link to="/dev/explore" className="btn">
              Explore public posts
            </Link>
          </div>
        }
      />
    );
  return <ErrorScreen title="Something went wrong" text="This page could not be shown. Reload it to try again." />;
}
