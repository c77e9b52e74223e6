import { dehydrate, HydrationBoundary, useQuery } from '@tanstack/react-query';
import { data, Link } from 'react-router';
import { createApi, statusOf } from '../../api/client';
import { profileQuery, repositoriesQuery } from '../../api/profiles';
import { createQueries } from '../../api/queries';
import { pageRequest } from '../../context';
import { useSession } from '../../session/session';
import { LoadFailure } from '../../ui/LoadFailure';
import { Screen } from '../../ui/Screen';
import { Spinner } from '../../ui/Spinner';
import { documentTitle } from '../../ui/title';
import type { Route } from './+types/route';
import { About } from './About';
import { EducationCard, ExperienceCard } from './Credentials';
import { previewOf } from './preview';
import { Repositories } from './Repositories';
import { TopCard } from './TopCard';

/** Milliseconds that a page waits for the code host; a slower answer is fetched by the page itself. */
const patience = 300;

const notFound = 'Profile not found';

export async function loader({ params, context }: Route.LoaderArgs) {
  const { transport, origin } = context.get(pageRequest);
  const call = createApi({ transport });
  const queries = createQueries();
  const query = profileQuery(params.id, call);
  const profile = await queries.fetchQuery({ ...query, retry: false }).catch(() => undefined);
  if (profile?.githubusername) {
    await Promise.race([
      queries.prefetchQuery(repositoriesQuery(profile.githubusername, call)),
      new Promise((resolve) => setTimeout(resolve, patience)),
    ]);
  }
  const status = statusOf(queries.getQueryState(query.queryKey)?.error);
  return data(
    { cache: dehydrate(queries), preview: profile && previewOf(profile, origin), missing: status === 404 },
    { status: status ?? 200 },
  );
}

/** In the browser the queries fetch for themselves: nothing to wait for before the screen shows. */
export const clientLoader = () => undefined;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.preview ?? [{ title: documentTitle(loaderData?.missing ? notFound : 'Profile') }];

export default function ProfileScreen({ params, loaderData }: Route.ComponentProps) {
  if (loaderData?.missing) return <Missing titled />;
  return (
    <HydrationBoundary state={loaderData?.cache}>
      <Loaded key={params.id} id={params.id} titled={loaderData?.preview !== undefined} />
    </HydrationBoundary>
  );
}

function Loaded({ id, titled }: { id: string; titled: boolean }) {
  const { account } = useSession();
  const { data: profile, error, refetch } = useQuery(profileQuery(id));
  if (statusOf(error) === 404) return <Missing />;
  if (!profile)
    return error ? <LoadFailure message="Failed to load profile" status={statusOf(error)} onRetry={() => void refetch()} /> : <Spinner />;

  const { githubusername } = profile;
  return (
    <Screen title={titled ? undefined : profile.user.name} width="wide">
      <nav aria-label="Profile" className="flex flex-wrap gap-2">
        <Link to="/dev/profiles" className="btn">
          Back to Profiles
        </Link>
        {account?._id === profile.user._id && (
          <Link to="/dev/edit-profile" className="btn">
            Edit Profile
          </Link>
        )}
      </nav>
      <TopCard profile={profile} />
      <About profile={profile} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ExperienceCard entries={profile.experience} />
        <EducationCard entries={profile.education} />
      </div>
      {githubusername && <Repositories username={githubusername} />}
    </Screen>
  );
}

function Missing({ titled = false }: { titled?: boolean }) {
  return (
    <Screen
      title={titled ? undefined : notFound}
      heading={notFound}
      lead="There is no profile at this address. It may have been removed, or the link is wrong."
      width="form"
    >
      <Link to="/dev/profiles" className="btn btn-primary self-start">
        Back to Profiles
      </Link>
    </Screen>
  );
}
