import { dehydrate, HydrationBoundary, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { createApi, statusOf } from '../../api/client';
import { profilesQuery } from '../../api/profiles';
import { createQueries } from '../../api/queries';
import { pageRequest } from '../../context';
import { LoadFailure } from '../../ui/LoadFailure';
import { LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { Spinner } from '../../ui/Spinner';
import { documentTitle } from '../../ui/title';
import type { Route } from './+types/route';
import { DeveloperCard } from './DeveloperCard';

const lead = 'Browse and connect with developers';

export const meta: Route.MetaFunction = () => [
  { title: documentTitle('Developers') },
  { name: 'description', content: lead },
  { property: 'og:title', content: 'Developers' },
  { property: 'og:description', content: lead },
  { property: 'og:type', content: 'website' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const call = createApi({ transport: context.get(pageRequest).transport });
  const queries = createQueries();
  await queries.prefetchInfiniteQuery(profilesQuery(new URL(request.url).searchParams.get('cursor') ?? undefined, call));
  return dehydrate(queries);
}

/** In the browser the queries fetch for themselves: nothing to wait for before the screen shows. */
export const clientLoader = () => undefined;

export default function Developers({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData}>
      <Screen heading="Developers" lead={lead} width="wide">
        <Directory />
      </Screen>
    </HydrationBoundary>
  );
}

function Directory() {
  const [search] = useSearchParams();
  const from = search.get('cursor') ?? undefined;
  const { data, error, refetch, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery(profilesQuery(from));
  if (!data)
    return error ? <LoadFailure message="Failed to load profiles" status={statusOf(error)} onRetry={() => void refetch()} /> : <Spinner />;

  const profiles = data.pages.flatMap((page) => page.data);
  const next = data.pages.at(-1)?.next;
  return (
    <>
      {from && (
        <Link to="/dev/profiles" className="link self-start">
          Back to the newest
        </Link>
      )}
      {profiles.length === 0 && <p className="panel muted p-6">No profiles found...</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {profiles.map((profile) => (
          <li key={profile._id} className="min-w-0">
            <DeveloperCard profile={profile} />
          </li>
        ))}
      </ul>
      {next && (
        <LoadMore
          href={`?cursor=${encodeURIComponent(next)}`}
          pending={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void fetchNextPage()}
        />
      )}
    </>
  );
}
