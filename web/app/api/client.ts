import type { Body, Endpoint, Headers as HeadersOf, Params, Problem, ProblemItem, Query, Reply } from '@dev-connector/contract';

/** Carries a request to the API: the browser's `fetch`, or the server calling itself in process. */
export type Transport = (path: string, init?: RequestInit) => Promise<Response>;

/** Something asked for that is not done, and why: of the whole, or of single fields. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly errors: ProblemItem[];

  constructor(errors: ProblemItem[]) {
    super(errors.map((error) => error.msg).join(', '));
    this.errors = errors;
  }
}

/** An answer of 400 or above. `status` 0 means that no whole answer came: the network failed, or something on the way answered for the server. */
export class ApiError extends Refusal {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, errors: ProblemItem[]) {
    super(errors);
    this.status = status;
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
    const answer = await exchange(transport, address(endpoint.path, params, query), init);
    // What is answered to a member who has left meanwhile is nobody's: it neither succeeds nor fails.
    if (sent !== null && token?.() !== sent) return new Promise(() => {});
    if (answer instanceof Error) throw answer;
    const { response, content } = answer;
    if (response.status === 401 && sent !== null) onTokenRefused?.(sent);
    if (!response.ok) throw new ApiError(response.status, problemItems(response.status, content));
    if (content === undefined) throw unreachable();
    return { data: content as never, next: nextCursor(response.headers.get('link')) };
  };
}

const unreachable = () => new ApiError(0, [{ msg: 'The server could not be reached. Check your connection and try again.' }]);

/** The whole answer; `content` is undefined where it is not JSON (a proxy's own page). A connection that breaks, in the midst of the body too, is an error. */
async function exchange(transport: Transport, path: string, init: RequestInit) {
  let response: Response;
  let text: string;
  try {
    response = await transport(path, init);
    text = await response.text();
  } catch (error) {
    return init.signal?.aborted ? (error as Error) : unreachable();
  }
  try {
    return { response, content: JSON.parse(text) as unknown };
  } catch {
    return { response, content: undefined };
  }
}

function address(path: string, params: Record<string, string>, query: Record<string, string | number | undefined>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** The problem's items; anything else (a proxy's own error page) becomes one that says the status. */
function problemItems(status: number, content: unknown): ProblemItem[] {
  const problem = content as Partial<Problem> | null | undefined;
  if (Array.isArray(problem?.errors) && problem.errors.length > 0) return problem.errors;
  return [{ msg: `The server answered with an error (${status}). Try again in a moment.` }];
}

function nextCursor(link: string | null): string | undefined {
  const target = link && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1];
  return (target && new URL(target, 'http://localhost').searchParams.get('cursor')) || undefined;
}
