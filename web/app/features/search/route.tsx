import { hasSearchText, searchErrors } from '@dev-connector/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { data, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { ApiError, createApi, isUnauthorized, statusOf } from '../../api/client';
import { dehydrateQueries, HydratedQueries } from '../../api/HydratedQueries';
import { pageRequest } from '../../context';
import { Loading } from '../../feedback/Loading';
import { NextPage } from '../../feedback/NextPage';
import { useMediaQuery } from '../../ui/browser/useMediaQuery';
import { keptPart } from '../../ui/kept-part';
import { lazyComponent } from '../../ui/lazy-part';
import { BackToStart } from '../../ui/lists/LoadMore';
import { Screen } from '../../ui/Screen';
import { Skeletons } from '../../ui/states/Skeleton';
import { useToken } from '../accounts/session/session';
import { publicMeta } from '../site/public-meta';
import type { Route } from './+types/route';
import { readSearch, type Search, searchPath } from './address';
import { useOpened } from './counts-query';
import { ResultList } from './ResultList';
import { SearchField } from './SearchField';
import { searchQuery } from './search-queries';
import { suggestedQuery } from './suggested-query';
import { TypeTabs } from './TypeTabs';
import { isIncomplete } from './typed';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...publicMeta(matches, { title: 'Search', description: 'Search posts, people and comments' }),
  { name: 'robots', content: 'noindex' },
];

/** Renders people, whom everyone may find. Only the browser has the token for posts and comments. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { transport, queries } = context.get(pageRequest);
  const search = readSearch(new URL(request.url).searchParams);
  if (search.type !== 'people' || !hasSearchText(search.q)) return { dehydrated: undefined, failed: undefined };
  const failed = await queries.fetchInfiniteQuery({ ...searchQuery(search, false, createApi({ transport })), retry: false }).then(
    () => undefined,
    (error) => ({ status: statusOf(error) ?? 500, message: messageOf(error) }),
  );
  return data({ dehydrated: dehydrateQueries(queries), failed }, { status: failed?.status ?? 200 });
}

/** Skips the server loader in the browser, where the screen's query fetches the data. */
export const clientLoader = () => undefined;

/** The message for the field if the query is wrong. */
const messageOf = (error: unknown): string | undefined => (error instanceof ApiError && error.status === 400 ? error.message : undefined);

export default function SearchScreen({ loaderData }: Route.ComponentProps) {
  return (
    <HydratedQueries dehydrated={loaderData?.dehydrated}>
      <Screen width="wide">
        <div className="grid grid-cols-[minmax(0,42rem)] justify-center gap-x-16 min-[68.75rem]:grid-cols-[minmax(0,42rem)_20rem] min-[68.75rem]:justify-between">
          <SearchPage failed={loaderData?.failed} />
        </div>
      </Screen>
    </HydratedQueries>
  );
}

const ForMembers = lazyComponent(async () => (await import('./ForMembers')).default);
const Advice = keptPart(async () => (await import('./Advice')).Advice);
const ExactSearch = keptPart(async () => (await import('./Advice')).ExactSearch);
const OperatorSuggestion = keptPart(async () => (await import('./Advice')).OperatorSuggestion);
const NoResults = keptPart(async () => (await import('./NoResults')).default);
const NamedMatches = lazyComponent(async () => (await import('./NamedMatches')).default);

/** The message for the field. A query without a letter is not sent. */
function messageFor(q: string, { error, data }: ReturnType<typeof useResults>, failed: Failed): string | undefined {
  if (!hasSearchText(q)) return searchErrors.empty;
  return messageOf(error) ?? (data ? undefined : failed?.message);
}

type Failed = { status: number; message: string | undefined } | undefined;

/** Milliseconds without a key press until the search starts. */
const debounceTime = 80;

const errorId = 'search-error';

function SearchPage({ failed }: { failed: Failed }) {
  const [params] = useSearchParams();
  const search = readSearch(params);
  const opened = useOpened(search);
  const results = useResults(opened);
  const names = useNames(opened);
  const [typed, setTyped] = useState<string>();
  useSearchWhileTyping(typed, search);
  // A link and Back replace the text of the field. Typing replaces the address, while the text may already be longer.
  const typing = useNavigationType() === 'REPLACE';
  const [field, setField] = useState({ q: search.q, key: 0 });
  if (search.q !== field.q) setField({ q: search.q, key: typing ? field.key : field.key + 1 });
  const message = search.q === '' ? undefined : messageFor(search.q, results, failed);
  // Wide screens show it beside the results.
  const hasAside = useMediaQuery('(min-width: 68.75rem)') && search.q !== '';
  const main = (
    <div className="flex min-w-0 flex-col gap-6">
      <h1 className="font-semibold text-xl">Search</h1>
      <div className="flex flex-col gap-1.5">
        <SearchField
          key={field.key}
          type={search.hasType ? search.type : undefined}
          defaultValue={search.q}
          onText={setTyped}
          error={message && errorId}
          autoFocus={search.q === ''}
        />
        <p id={errorId} role="alert" className="text-danger text-sm empty:hidden">
          {message}
        </p>
      </div>
      <TypeTabs q={search.q} type={opened?.type} />
      {search.from && <BackToStart to={searchPath(search.q, search.type)} />}
      {/[a-z]:\S/i.test(search.q) && <OperatorSuggestion key={search.q} q={search.q} />}
      <Suspense fallback={<Skeletons />}>
        {message ? (
          <>
            <ExactSearch key={search.q} search={search} />
            {!hasAside && <Advice type={search.type} />}
          </>
        ) : opened ? (
          <>
            {names.data && <NamedMatches q={opened.q} isMember={names.isMember} matches={names.data} />}
            <Results
              search={opened}
              isCurrent={opened.q === search.q}
              results={results}
              isWaiting={names.isLoading}
              failedWith={failed?.status}
            />
          </>
        ) : (
          <BeforeResults search={search} />
        )}
      </Suspense>
    </div>
  );
  return (
    <>
      {main}
      {hasAside && (
        <aside className="sticky top-[calc(var(--bar)+1.5rem)] self-start text-sm print:hidden">
          <h2 className="pb-2 font-medium">How to search</h2>
          <Advice type={opened?.type ?? search.type} />
        </aside>
      )}
    </>
  );
}

/** Replaces the address a moment after the last key press, so that Back returns to the page before. A click on a link keeps it, or the link would not open. */
function useSearchWhileTyping(typed: string | undefined, search: Search): void {
  const navigate = useNavigate();
  const { q, type, hasType } = search;
  useEffect(() => {
    const next = typed?.trim();
    if (next === undefined || next === q || isIncomplete(next)) return;
    const timer = setTimeout(
      () => void navigate(searchPath(next, hasType ? type : undefined), { replace: true, preventScrollReset: true }),
      debounceTime,
    );
    const onClick = ({ target }: MouseEvent) => target instanceof Element && target.closest('a') && clearTimeout(timer);
    document.addEventListener('click', onClick, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', onClick, true);
    };
  }, [typed]); // not after a change of the address
}

function useResults(search: Search | undefined) {
  const token = useToken();
  const { q, type } = search ?? { q: '', type: 'posts' };
  return useInfiniteQuery({
    ...searchQuery({ q, type, from: search?.from }, typeof token === 'string'),
    enabled: hasSearchText(q) && (type === 'people' || typeof token === 'string'),
    placeholderData: (previous, query) => (query?.queryKey[1] === type ? previous : undefined),
  });
}

/** Tags and people for the posts that a query finds. */
function useNames(search: Search | undefined) {
  const token = useToken();
  const isMember = typeof token === 'string';
  const q = search?.type === 'posts' ? search.q : '';
  const names = useQuery({
    ...suggestedQuery(q, isMember, 'people,tags'),
    enabled: token !== undefined && q !== '',
    placeholderData: keepPreviousData,
  });
  return { ...names, isMember, data: q === '' ? undefined : names.data };
}

interface ResultsProps {
  search: Search;
  /** Whether these are the results of the query in the address, not of the previous one. */
  isCurrent: boolean;
  results: ReturnType<typeof useResults>;
  /** Whether something above the results is missing, which would move them. */
  isWaiting: boolean;
  failedWith: number | undefined;
}

function Results({ search, isCurrent, results, isWaiting, failedWith }: ResultsProps) {
  const { q, type } = search;
  const token = useToken();
  const forMembers = type !== 'people';
  if (forMembers && token === null)
    return (
      // Its own boundary, or the whole page would wait for it to know the session.
      <Suspense fallback={<Skeletons />}>
        <ForMembers search={search} />
      </Suspense>
    );
  if (q === '') return <Advice type={type} />;
  if (forMembers && token === undefined) return <BeforeResults search={search} />;
  if (isUnauthorized(results.error)) return null;
  if (!results.data || isWaiting)
    return (
      <Loading query={results} message="The search failed" failedWith={forMembers ? undefined : failedWith} placeholder={<Skeletons />} />
    );
  const found = results.data.pages.flatMap((page) => page.data);
  const next = results.data.pages.at(-1)?.next;
  const isOld = results.isPlaceholderData || !isCurrent;
  return (
    <>
      <p role="status" className="sr-only">
        {isOld ? '' : countOf(found.length, next !== undefined)}
      </p>
      {found.length === 0 ? (
        <NoResults key={q} search={search} />
      ) : (
        <div aria-busy={isOld}>
          <ResultList type={type} results={found} />
        </div>
      )}
      <NextPage query={results} href={`${searchPath(q, type)}&cursor=${encodeURIComponent(next ?? '')}`} />
    </>
  );
}

const countOf = (count: number, hasMore: boolean) =>
  count === 0 ? 'No results' : `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'result' : 'results'}`;

/** Also in the server's HTML: the server does not know who asks for posts and comments. */
const BeforeResults = ({ search: { q } }: { search: Search }) => (
  <>
    {/* React does not hydrate the content of `noscript`. */}
    <noscript>
      {import.meta.env.SSR && (
        <p>
          Searching posts and comments needs JavaScript, which is turned off in your browser. You can still{' '}
          <a href={searchPath(q, 'people')} className="link">
            search people
          </a>
          .
        </p>
      )}
    </noscript>
    <Skeletons />
  </>
);
