import {
  type Body,
  type Endpoint,
  type Headers as HeadersOf,
  inWords,
  type Params,
  type Problem,
  type ProblemItem,
  type Query,
  type Reply,
} from '@dev-connector/contract';

import type { EtagCache } from './etag-cache';

/** What is read of an answer; a `Response` has it. */
export type Answered = Pick<Response, 'status' | 'ok' | 'text'> & { headers: Pick<Headers, 'get'> };

/** Carries a request to the API: the browser's `fetch`, or the server calling itself in process. */
export type Transport = (path: string, init?: RequestInit) => Promise<Answered>;

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
  /** Seconds that the server asks to wait before the next try (429, 503). */
  readonly wait: number | undefined;

  constructor(status: number, errors: ProblemItem[], wait?: number) {
    super(errors);
    this.status = status;
    this.wait = wait;
  }
}

/** The status of a failed call; undefined where no answer came. */
export const statusOf = (error: unknown): number | undefined => (error instanceof ApiError && error.status) || undefined;

/** Whether the server no longer knows who is calling. The page says so by itself (session/SessionOver.tsx), in a sentence that people understand. */
export const isSessionOver = (error: unknown): boolean => statusOf(error) === 401;

/** Whether the server is there and says 'not now' of its own accord; its sentence tells why, and when to try again. */
const saysLater = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 429 || error.status === 503);

/** That sentence; undefined where the server says nothing of the kind. */
export const reasonOf = (error: unknown): string | undefined => (saysLater(error) ? error.message : undefined);

/** Seconds that the server asks to wait before the next try. */
export const waitOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.wait : undefined);

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
  /** Length of the whole list, where the server counts it (`X-Total-Count`). */
  total?: number | undefined;
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
  /** The server said that the token it was given, or that none was given, is not enough: its session is over. */
  onTokenRefused?: (token: string | null) => void;
  /** What was answered before, for one who asks again. */
  known?: EtagCache;
}

export function createApi({ transport, token, onTokenRefused, known }: ApiOptions): Api {
  return async (endpoint, input) => {
    const { params = {}, query = {}, headers = {}, body, signal } = input as AnyInput;
    const sent = token?.() ?? null;
    const path = address(endpoint.path, params, query);
    const last = endpoint.tagged && known?.find(path);
    const init: RequestInit = {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== null && { 'x-auth-token': sent }),
        ...(last && { 'if-none-match': last.etag }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    };
    const answer = await exchange(transport, path, init);
    // What is answered to a member who has left meanwhile is nobody's: it neither succeeds nor fails.
    if (sent !== null && token?.() !== sent) return new Promise(() => {});
    if (answer instanceof Error) throw answer;
    const { response, content } = answer;
    if (response.status === 401) onTokenRefused?.(sent);
    if (last && response.status === 304) return last.answer as never;
    if (!response.ok) throw refusalOf(response, content);
    if (content === undefined) throw unreachable();
    const total = response.headers.get('x-total-count');
    const done = {
      data: content as never,
      next: nextCursor(response.headers.get('link')),
      ...(total !== null && { total: Number(total) }),
    };
    if (endpoint.tagged) known?.keep(path, response.headers.get('etag'), done);
    return done;
  };
}

export const unreachable = () => new ApiError(0, [{ msg: 'The server could not be reached. Check your connection and try again.' }]);

/** The whole answer; `content` is undefined where it is not JSON (a proxy's own page). A connection that breaks, in the midst of the body too, is an error. */
async function exchange(transport: Transport, path: string, init: RequestInit) {
  let response: Answered;
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

/** An answer of 400 or above, read. */
export function refusalOf({ status, headers }: Pick<Answered, 'status' | 'headers'>, content: unknown): ApiError {
  const items = problemItems(status, content);
  if (status !== 429 && status !== 503) return new ApiError(status, items);
  const wait = secondsUntil(headers.get('retry-after'));
  if (wait === undefined) return new ApiError(status, items);
  const when = ` Try again in ${inWords(wait)}.`;
  return new ApiError(
    status,
    // The server may say itself that one should try again, but not when.
    items.map(({ msg, ...item }) => ({ ...item, msg: msg.replace(/([;,.]?\s*(please )?try again\b.*)?[.\s]*$/i, `.${when}`) })),
    wait,
  );
}

/** Seconds until `Retry-After` (RFC 9110 section 10.2.3), which has a number of them or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : (Date.parse(retryAfter ?? '') - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
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
