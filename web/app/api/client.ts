import type { Body, Endpoint, Headers as HeadersOf, Params, Problem, ProblemItem, Query, Reply } from '@dev-connector/contract';

/** Carries a request to the API: the browser's `fetch`, or the server calling itself in process. */
export type Transport = (path: string, init?: RequestInit) => Promise<Response>;

/** An answer of 400 or above. `status` 0 means that no answer came: the network failed. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly errors: ProblemItem[];

  constructor(status: number, errors: ProblemItem[]) {
    super(errors.map((error) => error.msg).join(', '));
    this.status = status;
    this.errors = errors;
  }
}

/** The status of a failed call; undefined where no answer came. */
export const statusOf = (error: unknown): number | undefined => (error instanceof ApiError && error.status) || undefined;

type Given<T, Name extends string> = T extends undefined ? unknown : { [name in Name]: T };
type Optional<T, Name extends string> = T extends undefined ? unknown : { [name in Name]?: T };

/** What a call of the endpoint needs: its parameters and body, and what query and headers it takes. */
type Input<E extends Endpoint> = Given<Params<E>, 'params'> &
  Given<Body<E>, 'body'> &
  Optional<Query<E>, 'query'> &
  Optional<HeadersOf<E>, 'headers'> & { signal?: AbortSignal };

export interface Answer<T> {
  data: T;
  /** Cursor of the list's next page, where there is one. */
  next: string | undefined;
}

/** Calls an endpoint of the contract; its path, body and reply are typed by it. Throws an ApiError. */
export type Api = <const E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<Reply<E>>>;

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

export interface ApiOptions {
  transport: Transport;
  /** The session's token, asked for at each call. */
  token?: () => string | null;
  /** The server said that the token it was given is no longer valid. */
  onTokenRefused?: (token: string) => void;
}

export function createApi({ transport, token, onTokenRefused }: ApiOptions): Api {
  return async (endpoint, input) => {
    const { params = {}, query = {}, headers = {}, body, signal } = input as AnyInput;
    const sent = token?.() ?? null;
    const init: RequestInit = {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== null && { 'x-auth-token': sent }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    const response = await transport(address(endpoint.path, params, query), init).catch((error) => {
      if (signal?.aborted) throw error;
      throw new ApiError(0, [{ msg: 'The server could not be reached. Check your connection and try again.' }]);
    });
    if (response.status === 401 && sent !== null) onTokenRefused?.(sent);
    if (!response.ok) throw new ApiError(response.status, await problemItems(response));
    return { data: await response.json(), next: nextCursor(response.headers.get('link')) };
  };
}

function address(path: string, params: Record<string, string>, query: Record<string, string | number | undefined>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The problem's items; anything else (a proxy's own error page) becomes one that says the status. */
async function problemItems(response: Response): Promise<ProblemItem[]> {
  const problem: Partial<Problem> | null = await response.json().catch(() => null);
  if (Array.isArray(problem?.errors) && problem.errors.length > 0) return problem.errors;
  return [{ msg: `The server answered with an error (${response.status}). Try again in a moment.` }];
}

function nextCursor(link: string | null): string | undefined {
  const target = link && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1];
  return (target && new URL(target, 'http://localhost').searchParams.get('cursor')) || undefined;
}
