import { registrationMessages } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { createApi } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { buttonClass } from '../../ui/Button';
import { keptPart } from '../../ui/kept-part';
import { useSession } from '../accounts/session/session';
import { newestProfilesQuery } from '../directory/newest-profiles';
import { siteOf } from '../site/meta';
import { publicMeta } from '../site/public-meta';
import { useRegistration, useSite } from '../site/site';
import { feedLinks, feedsQuery } from '../syndication/feed-queries';
import { Subscribe } from '../syndication/Subscribe';
import type { Route } from './+types/route';
import { MemberCount, NewestProfiles } from './Community';
import { memberCountQuery, newestPostsQuery } from './landing-queries';
import { NewestPosts } from './NewestPosts';
import { sampleQuery } from './sample';

const Tour = keptPart(async () => (await import('./Tour')).Tour);

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...publicMeta(matches),
  ...feedLinks(loaderData?.feeds ?? [], siteOf(matches).title),
];

/** Loads what the page shows of the community. The page is complete without it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const call = createApi({ transport });
  const feeds = feedsQuery(undefined, call);
  await Promise.all([
    queries.prefetchQuery(memberCountQuery(call)),
    queries.prefetchQuery(newestProfilesQuery(call)),
    queries.prefetchQuery(newestPostsQuery(call)),
    queries.prefetchQuery(sampleQuery(call)),
    queries.prefetchQuery(feeds),
  ]);
  return { dehydrated: dehydrateQueries(queries), feeds: queries.getQueryData(feeds.queryKey) ?? [] };
}

/** Skips the server loader in the browser, where the queries fetch the data. */
export const clientLoader = () => undefined;

export default function Landing({ loaderData }: Route.ComponentProps) {
  if (useSession().status === 'member') return <Navigate to="/dev/dashboard" replace />;
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <div className="for-visitors mx-auto flex max-w-[72rem] flex-col gap-12 px-4 pt-12 pb-16 sm:gap-16 sm:pt-16 sm:pb-24">
        <div className="grid items-center gap-12 lg:grid-cols-[minmax(0,1fr)_26rem]">
          <Introduction />
          <Newest />
        </div>
        <Tour />
      </div>
    </HydratedQueries>
  );
}

/** The newest public posts; without any, the newest members. */
const Newest = () => (useQuery(newestPostsQuery()).data?.posts.length ? <NewestPosts /> : <NewestProfiles />);

function Introduction() {
  const registration = useRegistration();
  const { heading, tagline } = useSite();
  return (
    <section className="flex flex-col items-start gap-4">
      <h1 className="wrap-anywhere max-w-2xl text-balance font-semibold text-3xl tracking-tight">
        <bdi>{heading}</bdi>
      </h1>
      <p className="wrap-anywhere max-w-md text-balance text-lg text-muted">
        <bdi>{tagline}</bdi>
      </p>
      <div className="mt-2 mb-4 flex gap-3">
        {registration !== 'closed' && (
          <Link to="/dev/register" className={buttonClass('primary')}>
            Sign Up
          </Link>
        )}
        <Link to="/dev/login" className={buttonClass(registration === 'closed' ? 'primary' : 'neutral')}>
          Login
        </Link>
      </div>
      {registration !== 'open' && <p className="text-muted">{registrationMessages[registration]}.</p>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 empty:hidden">
        <MemberCount />
        <Subscribe />
      </div>
    </section>
  );
}
