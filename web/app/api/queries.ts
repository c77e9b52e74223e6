import { QueryClient } from '@tanstack/react-query';
import { clearToken, readToken } from '../session/token';
import { type Api, ApiError, createApi } from './client';

/** The API as this browser's member calls it. */
export const api: Api = createApi({
  transport: (path, init) => fetch(path, init),
  token: readToken,
  onTokenRefused: clearToken,
});

/** Holds all that came from the server. On the server there is one for each request, in the browser one for the page's life. */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // On the server a timer would hold each request's data, and the process, for as long.
        gcTime: typeof document === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000,
        // A long list would ask for all its pages again whenever one comes back to the tab.
        refetchOnWindowFocus: false,
        // What the server refuses stays refused; a lost connection or a restart is worth two more tries.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && isPassing(error),
        retryDelay: (attempt) => 500 * 2 ** attempt,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** No answer, or one that says 'not now': nothing that another try may not mend. */
export const isPassing = ({ status }: ApiError): boolean => status === 0 || status === 502 || status === 503 || status === 504;

let inBrowser: QueryClient | undefined;

/** The browser's query client; on the server a new one for each render. */
export const queriesHere = (): QueryClient => (typeof document === 'undefined' ? createQueries() : (inBrowser ??= createQueries()));
