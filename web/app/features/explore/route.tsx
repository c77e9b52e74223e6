import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { data, Link, useSearchParams } from 'react-router';
import { createApi, statusOf } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { Loading } from '../../feedback/Loading';
import { buttonClass } from '../../ui/Button';
import { keptPart } from '../../ui/kept-part';
import { BackToStart } from '../../ui/lists/LoadMore';
import { Screen } from '../../ui/Screen';
import { Skeletons } from '../../ui/states/Skeleton';
import { UserText } from '../../ui/UserText';
import { communityActivityQuery } from '../activity/activity-queries';
import { newestProfilesQuery } from '../directory/newest-profiles';
import { PublicItem } from '../posts/public/PublicItem';
import { type PublicList, publicPostsQuery, publicTagsQuery } from '../posts/public/public-queries';
import { siteOf } from '../site/meta';
import { publicMeta } from '../site/public-meta';
import { feedLinks, feedsQuery } from '../syndication/feed-queries';
import type { Route } from './+types/route';
import { Empty } from './Empty';
import { pathOf, readList } from './exploration';
import { People, Tags } from './People';

const CommunityYear = keptPart(async () => (await import('../activity/CommunityYear')).default);

const leadOf = ({ tag }: PublicList) =>
  tag ? `Public posts tagged #${tag}` : 'Posts that everyone can read, the tags they have, and new members';

const titleOf = ({ tag, feed }: PublicList) => (tag ? `#${tag}` : feed === 'top' ? 'Explore: top posts' : 'Explore');

/** Search engines know the first page of each list. The others change with every post. */
export const meta: Route.MetaFunction = ({ loaderData, matches, location }) => {
  const { cursor, ...list } = readList(new URLSearchParams(location.search));
  return [
    ...publicMeta(matches, { title: titleOf(list), description: leadOf(list), path: pathOf(list) }),
    ...(cursor ? [{ name: 'robots', content: 'noindex' }] : []),
    ...feedLinks(loaderData?.feeds ?? [], siteOf(matches).title),
  ];
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const call = createApi({ transport });
  const list = readList(new URL(request.url).searchParams);
  const feeds = feedsQuery(undefined, call);
  const [failedWith] = await Promise.all([
    queries.fetchQuery({ ...publicPostsQuery(list, call), retry: false }).then(
      () => undefined,
      (error) => statusOf(error) ?? 500,
    ),
    queries.prefetchQuery(publicTagsQuery(call)),
    queries.prefetchQuery(newestProfilesQuery(call)),
    queries.prefetchQuery(feeds),
    queries.prefetchQuery(communityActivityQuery(call)),
  ]);
  return data(
    { dehydrated: dehydrateQueries(queries), failedWith, feeds: queries.getQueryData(feeds.queryKey) ?? [] },
    { status: failedWith ?? 200 },
  );
}

/** Skips the server loader in the browser, where the queries fetch the data. */
export const clientLoader = () => undefined;

export default function Explore({ loaderData }: Route.ComponentProps) {
  const list = readList(useSearchParams()[0]);
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <Screen width="wide">
        <header className="flex flex-col gap-1">
          {list.tag && (
            <Link to="/dev/explore" className={buttonClass('ghost', 'sm', '-ml-2.5 mb-1 self-start text-muted')}>
              <ArrowLeft /> All public posts
            </Link>
          )}
          <h1 className="wrap-anywhere font-semibold text-xl">{list.tag ? <UserText text={`#${list.tag}`} /> : 'Explore'}</h1>
          <p className="wrap-anywhere text-muted">{leadOf(list)}</p>
        </header>
        <div className="grid gap-x-16 gap-y-6 min-[68.75rem]:grid-cols-[minmax(0,42rem)_20rem] min-[68.75rem]:grid-rows-[auto_1fr] min-[68.75rem]:justify-between">
          <Tags current={list.tag} />
          <section aria-label="Posts" className="min-w-0 min-[68.75rem]:row-span-2 min-[68.75rem]:row-start-1">
            {!list.tag && <Tabs feed={list.feed} />}
            <Posts list={list} failedWith={loaderData?.failedWith} />
          </section>
          <div className="flex min-w-0 flex-col gap-8 text-sm min-[68.75rem]:col-start-2">
            <People />
            {!list.tag && <CommunityYear />}
          </div>
        </div>
      </Screen>
    </HydratedQueries>
  );
}

const Tabs = ({ feed }: Pick<PublicList, 'feed'>) => (
  <nav aria-label="Order" className="tabs">
    <Link to={pathOf({})} aria-current={feed ? undefined : 'page'}>
      Newest
    </Link>
    <Link to={pathOf({ feed: 'top' })} aria-current={feed ? 'page' : undefined}>
      Top
    </Link>
  </nav>
);

/** The posts of a page before the fold, whose pictures load at once. */
const inView = 5;

function Posts({ list, failedWith }: { list: PublicList; failedWith: number | undefined }) {
  const query = useQuery(publicPostsQuery(list));
  if (!query.data)
    return (
      <>
        {list.cursor && <BackToStart to={pathOf({ ...list, cursor: undefined })} />}
        <Loading query={query} message="Failed to load posts" failedWith={failedWith} placeholder={<Skeletons count={5} />} />
      </>
    );
  const { posts, next } = query.data;
  if (posts.length === 0 && !next) return <Empty list={list} />;
  return (
    <>
      <ul className="list bleed">
        {posts.map((post, index) => (
          <li key={post.path}>
            <PublicItem post={post} isLazy={index >= inView} />
          </li>
        ))}
      </ul>
      {(next || list.cursor) && (
        <nav aria-label="Pages" className="flex justify-between gap-4 border-line border-t pt-4">
          {list.cursor ? (
            <Link to={pathOf({ ...list, cursor: undefined })} className={buttonClass()}>
              First page
            </Link>
          ) : (
            <span />
          )}
          {next && (
            <Link to={pathOf({ ...list, cursor: next })} rel="next" className={buttonClass()}>
              {list.feed === 'top' ? 'More posts' : 'Older posts'}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
