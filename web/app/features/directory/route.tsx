import { withoutHidden } from '@dev-connector/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { data, Link, useSearchParams } from 'react-router';
import { createApi, statusOf } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { Loading } from '../../feedback/Loading';
import { NextPage } from '../../feedback/NextPage';
import { buttonClass } from '../../ui/Button';
import { BackToStart } from '../../ui/lists/LoadMore';
import { Screen } from '../../ui/Screen';
import { EmptyState } from '../../ui/states/EmptyState';
import { Skeletons } from '../../ui/states/Skeleton';
import { useSession } from '../accounts/session/session';
import { publicMeta } from '../site/public-meta';
import { useRegistration } from '../site/site';
import type { Route } from './+types/route';
import { DeveloperCard } from './DeveloperCard';
import { facetsQuery, profilesQuery } from './directory-queries';
import { Filters } from './Filters';
import { activeFilters, paramsOf, readSearch, type Search } from './search';

const lead = 'Browse and connect with developers';

export const meta: Route.MetaFunction = ({ matches }) => publicMeta(matches, { title: 'Developers', description: lead });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const call = createApi({ transport });
  const search = readSearch(new URL(request.url).searchParams);
  const failedWith = await Promise.all([
    queries.fetchInfiniteQuery({ ...profilesQuery(search, call), retry: false }),
    queries.fetchQuery({ ...facetsQuery(search, call), retry: false }),
  ]).then(
    () => undefined,
    (error) => statusOf(error) ?? 500,
  );
  return data({ dehydrated: dehydrateQueries(queries), failedWith }, { status: failedWith ?? 200 });
}

/** Skips the server loader in the browser, where the screen's queries fetch the data. */
export const clientLoader = () => undefined;

export default function Developers({ loaderData }: Route.ComponentProps) {
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <Screen heading="Developers" lead={lead} width="wide">
        <Directory failedWith={loaderData?.failedWith} />
      </Screen>
    </HydratedQueries>
  );
}

function Directory({ failedWith }: { failedWith: number | undefined }) {
  const [params] = useSearchParams();
  const search = readSearch(params);
  const isFiltered = activeFilters(search).length > 0;
  const directory = useDirectory(search);
  const total = directory.data?.pages.at(0)?.total;
  if (total === 0 && !isFiltered) return <NoDevelopers />;
  return (
    <>
      <Filters search={search} total={total} />
      {search.from && <BackToStart to={`/dev/profiles?${paramsOf(search)}`} />}
      <Results directory={directory} params={paramsOf(search)} failedWith={failedWith} />
    </>
  );
}

const useDirectory = (search: Search) => useInfiniteQuery({ ...profilesQuery(search), placeholderData: keepPreviousData });

interface ResultsProps {
  directory: ReturnType<typeof useDirectory>;
  /** The address without its page. */
  params: URLSearchParams;
  failedWith: number | undefined;
}

function Results({ directory, params, failedWith }: ResultsProps) {
  if (!directory.data)
    return (
      <Loading
        query={directory}
        message="Failed to load profiles"
        failedWith={failedWith}
        placeholder={<Skeletons shape="card" count={9} />}
      />
    );
  const developers = directory.data.pages.flatMap((page) => page.data);
  const next = directory.data.pages.at(-1)?.next;
  if (developers.length === 0) return <NoMatches q={params.get('q')} />;
  return (
    <>
      <ul
        className={`grid grid-cols-1 gap-4 transition-opacity sm:grid-cols-2 lg:grid-cols-3 ${directory.isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={directory.isPlaceholderData}
      >
        {developers.map((developer) => (
          <li key={developer.user._id} className="row-span-3 grid min-w-0 grid-cols-1 grid-rows-subgrid">
            <DeveloperCard developer={developer} />
          </li>
        ))}
      </ul>
      <NextPage query={directory} href={`?${new URLSearchParams([...params, ['cursor', next ?? '']])}`} />
    </>
  );
}

/** A name that nobody has may be a word that the search finds elsewhere. */
const NoMatches = ({ q }: { q: string | null }) => (
  <EmptyState
    icon={<SearchX />}
    title="No developers match"
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/dev/profiles" className={buttonClass()}>
          Clear filters
        </Link>
        {q && (
          <Link to={`/dev/search?${new URLSearchParams({ q })}`} className={buttonClass('neutral', 'md', 'max-w-full truncate')}>
            Search everything for “{withoutHidden(q)}”
          </Link>
        )}
      </div>
    }
  >
    Remove a filter, or choose another value.
  </EmptyState>
);

/** Leads a member to the profile form, and a visitor to the sign-up form unless it is closed. */
function NoDevelopers() {
  const { status } = useSession();
  const closed = useRegistration() === 'closed';
  const member = status === 'member';
  return (
    <EmptyState
      icon={<Users />}
      title="No profiles found..."
      action={
        (member || !closed) && (
          <Link to={member ? '/dev/create-profile' : '/dev/register'} className={buttonClass('primary')}>
            {member ? 'Create Profile' : 'Sign Up'}
          </Link>
        )
      }
    >
      {member || !closed
        ? 'Create the first profile: who you are, what you do and what you know.'
        : 'Members appear here once they have a profile.'}
    </EmptyState>
  );
}
