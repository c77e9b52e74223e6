import { withoutHidden } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { data, Link } from 'react-router';
import { loginUrl } from '../../accounts/session/login-redirect';
import { useToken } from '../../accounts/session/session';
import { createApi, statusOf } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { Loading } from '../../shell/feedback/Loading';
import { documentTitle } from '../../site/meta';
import { Screen } from '../../ui/Screen';
import { Skeletons } from '../../ui/Skeleton';
import { UserText } from '../../ui/UserText';
import { Header } from '../profile/Header';
import { ProfileSkeleton } from '../profile/ProfileSkeleton';
import { ProfileTabs } from '../profile/ProfileTabs';
import { staleTimestamp } from '../profile/shortened';
import { profileQuery } from '../profile-queries';
import type { Route } from './+types/route';

const AuthorPosts = lazy(async () => ({ default: (await import('./AuthorPosts')).AuthorPosts }));

/** Renders the header of the profile. The posts are for members, so the browser loads them. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const query = profileQuery(params.id, createApi({ transport }));
  const profile = await queries.fetchQuery({ ...query, retry: false }).catch(() => undefined);
  const failedWith = profile ? undefined : (statusOf(queries.getQueryState(query.queryKey)?.error) ?? 500);
  // The entries are only on the profile page; without them this page stays small.
  if (profile) queries.setQueryData(query.queryKey, { ...profile, experience: [], education: [] }, { updatedAt: staleTimestamp });
  return data(
    { dehydrated: dehydrateQueries(queries), name: profile && withoutHidden(profile.user.name), failedWith },
    { status: failedWith ?? 200 },
  );
}

/** Skips the server loader in the browser, where the screen's queries fetch the data. */
export const clientLoader = () => undefined;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: documentTitle(loaderData?.name ? `Posts by ${loaderData.name}` : 'Posts', matches) },
];

export default function ProfilePosts({ params, loaderData }: Route.ComponentProps) {
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <Loaded key={params.id} id={params.id} hasTitle={loaderData?.name !== undefined} failedWith={loaderData?.failedWith} />
    </HydratedQueries>
  );
}

function Loaded({ id, hasTitle, failedWith }: { id: string; hasTitle: boolean; failedWith: number | undefined }) {
  const query = useQuery(profileQuery(id));
  const profile = query.data;
  if (failedWith === 404 || statusOf(query.error) === 404)
    return (
      <Screen
        heading="Profile not found"
        lead="This member has no profile yet, or the account no longer exists."
        width="form"
        children={null}
      />
    );
  if (!profile)
    return query.error || failedWith !== undefined ? (
      <Loading query={query} message="Failed to load profile" failedWith={failedWith} />
    ) : (
      <ProfileSkeleton />
    );
  const name = withoutHidden(profile.user.name);
  return (
    <Screen title={hasTitle ? undefined : `Posts by ${name}`} width="wide">
      <nav aria-label="Profile" className="flex min-h-9 items-center">
        <Link to="/dev/profiles" className="tap link-quiet inline-flex items-center gap-1.5 text-muted hover:text-ink">
          <ArrowLeft />
          Back to Profiles
        </Link>
      </nav>
      <Header profile={profile} />
      <ProfileTabs profile={profile} />
      <div className="max-w-[38rem]">
        <Posts id={id} name={profile.user.name} />
      </div>
    </Screen>
  );
}

/** The posts, or the reason why a visitor sees none. */
function Posts({ id, name }: { id: string; name: string }) {
  const token = useToken();
  if (token)
    return (
      <Suspense fallback={<Skeletons count={3} />}>
        <AuthorPosts id={id} name={name} />
      </Suspense>
    );
  return (
    <p>
      Posts by <UserText text={name} /> are for members.{' '}
      <Link to={loginUrl(`/dev/profile/${id}/posts`)} className="link">
        Sign in
      </Link>{' '}
      to read them.
    </p>
  );
}
