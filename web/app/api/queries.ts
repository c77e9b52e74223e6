import { type MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';
import { readToken, refuseToken, subscribeToken } from '../accounts/session/token';
import { type Api, ApiError, createApi, waitOf } from './client';
import { etagCache } from './etag-cache';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What an alert says of its success. */
      said?: string;
      /** Its screen shows that it failed: no alert says so. */
      showsFailure?: boolean;
      [other: string]: unknown;
    };
  }
}

// What a press changes in the cache is rendered with what else it did, before the next frame; by itself the library waits for a timer, which may come after it.
if (typeof document !== 'undefined') notifyManager.setScheduler(queueMicrotask);

const known = etagCache();

/** The API as this browser's member calls it. */
export const api: Api = createApi({
  transport: (path, init) => fetch(path, init),
  token: readToken,
  known,
  onTokenRefused: refuseToken,
});

/** Of the member's own profile, which a logout clears first (spec section 4). */
export const ownProfileKey = ['own-profile'];

/** Nothing is in the cache of a render on the server for longer than the render: a timer would only keep it in memory. */
const gcTime = typeof document === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000;

/** Holds all that came from the server. On the server there is one for each request, in the browser one for the page's life. */
export const createQueries = (mutationCache?: MutationCache) =>
  new QueryClient({
    ...(mutationCache && { mutationCache }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime,
        // A long list would ask for all its pages again whenever one comes back to the tab.
        refetchOnWindowFocus: false,
        // What the server refuses stays refused; a lost connection or a restart is worth two more tries. Who is asked to wait, waits, or leaves it to the reader.
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && isPassing(error) && error.status !== 429 && (error.wait ?? 0) <= patience,
        retryDelay: (attempt, error) => Math.max(500 * 2 ** attempt, 1000 * (waitOf(error) ?? 0)),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Seconds that a reader is left with a spinner before we try again by ourselves. */
const patience = 5;

/** No answer, or one that says 'not now': nothing that another try may not mend. */
export const isPassing = ({ status }: ApiError): boolean =>
  status === 0 || status === 429 || status === 502 || status === 503 || status === 504;

let inBrowser: QueryClient | undefined;

/** The browser's query client, whose mutations are told of through `mutationCache`. */
export function queriesHere(mutationCache: () => MutationCache): QueryClient {
  return (inBrowser ??= emptiedWithSession(createQueries(mutationCache())));
}

/**
 * Whoever the token belongs to now, here or in another tab: nothing that came for somebody else is left. Subscribed before any screen is, so that none is
 * rendered with the new member and the old data.
 */
function emptiedWithSession(queries: QueryClient): QueryClient {
  let token = readToken();
  subscribeToken(() => {
    const now = readToken();
    if (now === token) return;
    token = now;
    queries.clear();
    known.clear();
  });
  return queries;
}
