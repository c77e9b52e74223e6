import { type MutationCache, notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { type Api, ApiError, createApi, retryAfterOf } from './client';
import { etagCache } from './etag-cache';
import { readToken, rejectToken, subscribeToken } from './token';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Text of the alert on success. */
      successMessage?: string;
      /** The screen shows the error itself, so no alert does. */
      showsError?: boolean;
      /** The form shows the errors of its fields, so no alert repeats them. Not where the specification of the classic site requires both. */
      fieldsShowErrors?: boolean;
      [other: string]: unknown;
    };
  }
}

// Renders cache updates in the same frame as the click that caused them. By default the library schedules them with a timer, which may run a frame later.
if (typeof document !== 'undefined') notifyManager.setScheduler(queueMicrotask);

const responseCache = etagCache();

/** API client of the browser, which sends the member's token. */
export const api: Api = createApi({
  transport: (path, init) => globalThis.takeEarlyResponse?.(path, init) ?? fetch(path, init),
  token: readToken,
  cache: responseCache,
  onUnauthorized: rejectToken,
});

/** Query key of the member's own profile, which a logout removes first. */
export const ownProfileKey = ['own-profile'];

/** Infinite on the server, whose query client lives for one request: a timer would only retain it. */
const gcTime = typeof document === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000;

const hasFailed = ({ state }: Query) => state.status === 'error';

/** Creates a query client. The server creates one per request, the browser one per page. */
export const createQueryClient = (mutationCache?: MutationCache) =>
  new QueryClient({
    ...(mutationCache && { mutationCache }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime,
        // A long list would refetch all its pages whenever the tab gets the focus.
        refetchOnWindowFocus: false,
        // The network mode `always` turns it off by default.
        refetchOnReconnect: hasFailed,
        // Retries transient failures twice, unless the server asks for a long wait: then the viewer retries.
        retry: (failures, error) =>
          failures < 2 &&
          error instanceof ApiError &&
          isTransient(error) &&
          error.status !== 429 &&
          (error.retryAfter ?? 0) <= maxRetryAfter,
        retryDelay: (attempt, error) => Math.max(500 * 2 ** attempt, 1000 * (retryAfterOf(error) ?? 0)),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Longest `Retry-After`, in seconds, for which a query retries automatically. */
const maxRetryAfter = 5;

/** Whether a retry may succeed: no response, or a status that says the server is unavailable. */
export const isTransient = ({ status }: ApiError): boolean =>
  status === 0 || status === 429 || status === 502 || status === 503 || status === 504;

let browserClient: QueryClient | undefined;

/** The browser's query client, created on first use. */
export function browserQueryClient(mutationCache: () => MutationCache): QueryClient {
  return (browserClient ??= refetchAfterPageCache(clearOnTokenChange(createQueryClient(mutationCache()))));
}

/**
 * Clears the caches when the token changes, in this tab or another. Subscribes before any screen does, so that no screen renders the new member with the old
 * member's data.
 */
function clearOnTokenChange(queries: QueryClient): QueryClient {
  let token = readToken();
  subscribeToken(() => {
    const now = readToken();
    if (now === token) return;
    token = now;
    queries.clear();
    responseCache.clear();
  });
  return queries;
}

/** Loads what has failed when the page returns from the back/forward cache: Safari and Firefox cancel the requests of a page that the viewer leaves. */
function refetchAfterPageCache(queries: QueryClient): QueryClient {
  addEventListener('pageshow', ({ persisted }) => void (persisted && queries.refetchQueries({ type: 'active', predicate: hasFailed })));
  return queries;
}
