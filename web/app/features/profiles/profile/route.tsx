import { withoutHidden } from '@dev-connector/contract';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { data, Navigate, redirect, useLocation } from 'react-router';
import { createApi, statusOf } from '../../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../../api/HydratedQueries';
import { useNotDeleted } from '../../../api/pending-deletions';
import { pageRequest } from '../../../context';
import { Loading } from '../../../feedback/Loading';
import { keptPart } from '../../../ui/kept-part';
import { lazyPart } from '../../../ui/lazy-part';
import { Skills } from '../../../ui/profile/Skills';
import { Screen } from '../../../ui/Screen';
import { Skeletons } from '../../../ui/states/Skeleton';
import { useSession, useToken } from '../../accounts/session/session';
import { memberActivityQuery } from '../../activity/activity-queries';
import { publicPostsQuery } from '../../posts/public/public-queries';
import { documentTitle } from '../../site/meta';
import { feedsQuery } from '../../syndication/feed-queries';
import { memberQuery, profileQuery, repositoriesQuery } from '../profile-queries';
import type { Route } from './+types/route';
import { addressAfterChange } from './address';
import { Bio } from './Bio';
import { BackToProfiles, Header } from './Header';
import { Part } from './Part';
import { ProfileSkeleton } from './ProfileSkeleton';
import { ProfileTabs } from './ProfileTabs';
import { previewOf, previewWithoutProfile } from './preview';
import { Repositories, useHasRepositories } from './Repositories';
import { fitToPage, isShortened, ShortenedNote, staleTimestamp } from './shortened';
import { EducationTimeline, ExperienceTimeline } from './Timeline';

/** Number of entries from which a profile has an index. */
const minIndexed = 8;

const Drawings = keptPart(async () => (await import('./Drawings')).Drawings);
const Index = keptPart(async () => (await import('./Index')).Index);
const Missing = keptPart(async () => (await import('./Missing')).Missing);
const ProfileActions = lazyPart(async () => (await import('../../follows/ProfileActions')).ProfileActions);
const ProfilePosts = lazyPart(async () => (await import('../posts/ProfilePosts')).ProfilePosts, { fallback: <Skeletons count={3} /> });
const FirstEntries = lazyPart(async () => (await import('./FirstEntries')).FirstEntries);
const RecentPosts = lazyPart(async () => (await import('../posts/RecentPosts')).RecentPosts);
const Subscribe = keptPart(async () => (await import('../../syndication/Subscribe')).Subscribe);

export { CaughtError as ErrorBoundary } from '../../../ui/states/CaughtError';

const utcDay = () => new Date().toISOString().slice(0, 10);

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const isHandle = params.id.startsWith('@');
  if (!isHandle && !url.pathname.startsWith('/dev/profile/')) throw data(null, { status: 404 });
  const { transport, origin, queries, site } = context.get(pageRequest);
  const call = createApi({ transport });
  const query = profileQuery(params.id, call);
  const profile = await queries.fetchQuery({ ...query, retry: false }).catch(() => undefined);
  const failureOf = ({ queryKey }: { queryKey: QueryKey }) => statusOf(queries.getQueryState(queryKey)?.error) ?? 500;
  const ofMember = memberQuery(params.id, call);
  const hasNoProfile = !profile && failureOf(query) === 404;
  const member = hasNoProfile ? await queries.fetchQuery({ ...ofMember, retry: false }).catch(() => undefined) : undefined;
  const isHidden = failureOf(ofMember) === 401; // to visitors, like an unknown member
  const failedWith = profile ? undefined : failureOf(hasNoProfile && !member && !isHidden ? ofMember : query);
  const user = profile?.user ?? member;
  const id = user?._id ?? params.id;
  const moved = user && addressAfterChange(params.id, user, url);
  if (moved) throw redirect(moved, 301);
  const repositories = profile?.githubusername ? repositoriesQuery(profile.githubusername, call) : undefined;
  // Fails immediately if the server has not stored them yet; then the browser requests them, which waits for the code host.
  const feeds = feedsQuery({ author: id }, call);
  await Promise.all([
    repositories && queries.prefetchQuery(repositories),
    profile && queries.prefetchQuery(feeds),
    profile && profile.drawings !== false && queries.prefetchQuery(memberActivityQuery(id, 'visitors', call)),
  ]);
  if (profile) {
    const shown = fitToPage(profile, repositories && queries.getQueryData(repositories.queryKey));
    if (shown !== profile) queries.setQueryData(query.queryKey, shown, { updatedAt: staleTimestamp });
  }
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined;
  const publicPosts = publicPostsQuery({ author: id, cursor }, call);
  if (member) await queries.prefetchQuery({ ...publicPosts, retry: false });
  return data(
    {
      dehydrated: dehydrateQueries(queries),
      preview: profile
        ? previewOf(profile, origin, site.title, queries.getQueryData(feeds.queryKey))
        : member && previewWithoutProfile(member, origin, site.title),
      failedWith,
      // The code host has no such user: their section would only appear to disappear.
      noRepositories: repositories && statusOf(queries.getQueryState(repositories.queryKey)?.error) === 404,
      today: utcDay(),
    },
    { status: member ? 200 : (failedWith ?? 200) },
  );
}

/** Skips the server loader in the browser, where the screen's queries fetch the data. */
export const clientLoader = () => undefined;

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) =>
  error
    ? []
    : (loaderData?.preview ?? [{ title: documentTitle(loaderData?.failedWith === 404 ? 'Profile not found' : 'Profile', matches) }]);

/** The profile, or the member's posts: two routes share this screen. */
export default function ProfileScreen({ params, loaderData }: Route.ComponentProps) {
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <Loaded
        key={params.id}
        id={params.id}
        hasTitle={loaderData?.preview !== undefined}
        failedWith={loaderData?.failedWith}
        noRepositories={loaderData?.noRepositories}
        today={loaderData?.today ?? utcDay()}
      />
    </HydratedQueries>
  );
}

/** The texts beside the skills. */
const columns = 'grid gap-x-16 gap-y-12 sm:mt-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:grid-rows-[auto_1fr]';

interface LoadedProps {
  /** Of the user, or `@` and the handle. */
  id: string;
  hasTitle: boolean;
  failedWith: number | undefined;
  noRepositories: boolean | undefined;
  /** UTC day of the rendering. */
  today: string;
}

function Loaded({ id: address, hasTitle, failedWith, noRepositories, today }: LoadedProps) {
  const token = useToken();
  const { account } = useSession();
  const isMissing = failedWith === 404; // the server has looked for it
  const query = useQuery({ ...profileQuery(address), enabled: !isMissing });
  const isShown = useNotDeleted();
  const location = useLocation();
  const isPosts = location.pathname.endsWith('/posts');
  const profile = query.data;
  const id = profile?.user._id ?? address;
  const isOwn = account?._id === id;
  const hasRepositories = useHasRepositories(noRepositories && !isOwn ? undefined : profile?.githubusername, isOwn);
  if (!profile && (isMissing || statusOf(query.error) === 404)) return <Missing id={address} wasLookedUp={isMissing} hasTitle={hasTitle} />;
  if (!profile) return <Loading query={query} message="Failed to load profile" failedWith={failedWith} placeholder={<ProfileSkeleton />} />;

  const moved = addressAfterChange(address, profile.user, location);
  if (moved) return <Navigate to={moved + location.hash} replace />;

  const { bio, githubusername } = profile;
  const isDrawn = profile.drawings !== false;
  const isAlmostEmpty = !bio && profile.experience.length + profile.education.length === 0;
  return (
    <Screen title={hasTitle ? undefined : withoutHidden(profile.user.name)} width="wide">
      <BackToProfiles />
      <Header user={profile.user} profile={profile}>
        {token && <ProfileActions id={profile.user._id} name={profile.user.name} />}
        <Subscribe author={id} />
      </Header>
      <ProfileTabs id={id} hasRepositories={hasRepositories} />
      {isPosts ? (
        <ProfilePosts user={profile.user} />
      ) : (
        <div className={isAlmostEmpty ? 'flex flex-col gap-10 sm:mt-4' : columns}>
          {bio && <Bio profile={profile} />}
          <aside aria-label="Skills" className="min-w-0 lg:col-start-2 lg:row-span-full">
            <Part id="skills" heading="Skill Set">
              <Skills skills={profile.skills} />
            </Part>
            {profile.experience.length + profile.education.length >= minIndexed && <Index profile={profile} />}
          </aside>
          <div className="flex min-w-0 flex-col gap-12 lg:col-start-1">
            {isDrawn && <Drawings profile={profile} today={today} />}
            <div className={isAlmostEmpty ? 'grid max-w-2xl gap-10 sm:grid-cols-2' : 'contents'}>
              <ExperienceTimeline entries={profile.experience.filter(isShown)} />
              <EducationTimeline entries={profile.education.filter(isShown)} />
            </div>
            {isShortened(query) && <ShortenedNote id={id} />}
            {githubusername && hasRepositories !== false && <Repositories username={githubusername} />}
            {isDrawn && <Drawings userId={id} today={today} />}
            {token !== undefined && <RecentPosts id={id} isMember={token !== null} />}
          </div>
          {isOwn && isAlmostEmpty && <FirstEntries />}
        </div>
      )}
    </Screen>
  );
}
