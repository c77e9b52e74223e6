import { useInfiniteQuery } from '@tanstack/react-query';
import { data, useSearchParams } from 'react-router';
import { createApi, retryMessageOf, statusOf } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { Loading } from '../../shell/feedback/Loading';
import { publicMeta } from '../../site/public-meta';
import { BackToNewest, LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { profilesQuery } from '../profile-queries';
import type { Route } from './+types/route';
import { DeveloperCard } from './DeveloperCard';

const lead = 'Browse and connect with developers';

export const meta: Route.MetaFunction = ({ matches }) => publicMeta(matches, { title: 'Developers', description: lead });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const call = createApi({ transport });
  const query = profilesQuery(new URL(request.url).searchParams.get('cursor') ?? undefined, call);
  const failedWith = await queries.fetchInfiniteQuery({ ...query, retry: false }).then(
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
  const [search] = useSearchParams();
  const from = search.get('cursor') ?? undefined;
  const directory = useInfiniteQuery(profilesQuery(from));
  const newest = from && <BackToNewest to="/dev/profiles" />;
  if (!directory.data)
    return (
      <>
        {newest}
        <Loading query={directory} message="Failed to load profiles" failedWith={failedWith} />
      </>
    );

  const developers = directory.data.pages.flatMap((page) => page.data);
  const next = directory.data.pages.at(-1)?.next;
  return (
    <>
      {newest}
      {developers.length === 0 && <p className="card text-muted p-6">No profiles found...</p>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {developers.map((developer) => (
          <li key={developer.user._id} className="min-w-0">
            <DeveloperCard developer={developer} />
          </li>
        ))}
      </ul>
      {next && (
        <LoadMore
          href={`?cursor=${encodeURIComponent(next)}`}
          pending={directory.isFetchingNextPage}
          failed={directory.isFetchNextPageError}
          reason={retryMessageOf(directory.error)}
          onLoadMore={() => void directory.fetchNextPage()}
        />
      )}
    </>
  );
}
