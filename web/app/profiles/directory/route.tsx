import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { data, Link, useSearchParams } from 'react-router';
import { useRegistration } from '../../accounts/session/registration';
import { useSession } from '../../accounts/session/session';
import { createApi, retryMessageOf, statusOf } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { Loading } from '../../shell/feedback/Loading';
import { publicMeta } from '../../site/public-meta';
import { buttonClass } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { BackToNewest, LoadMore } from '../../ui/LoadMore';
import { Screen } from '../../ui/Screen';
import { Skeletons } from '../../ui/Skeleton';
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
        {directory.error || failedWith !== undefined ? (
          <Loading query={directory} message="Failed to load profiles" failedWith={failedWith} />
        ) : (
          <Skeletons shape="card" count={9} />
        )}
      </>
    );

  const developers = directory.data.pages.flatMap((page) => page.data);
  const next = directory.data.pages.at(-1)?.next;
  return (
    <>
      {newest}
      {developers.length === 0 && <NoDevelopers />}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
