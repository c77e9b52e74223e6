import {
  type Body,
  type Endpoint,
  formatDuration,
  type Headers as HeadersOf,
  type Params,
  type Problem,
  type ProblemItem,
  type Query,
  type Reply,
  siteMessages,
} from '@dev-connector/contract';

import type { EtagCache } from './etag-cache';

/** The parts of a `Response` that the client reads. */
export type ResponseLike = Pick<Response, 'status' | 'ok' | 'text'> & { headers: Pick<Headers, 'get'> };

/** Sends a request to the API: the browser's `fetch`, or an in-process call on the server. */
export type Transport = (path: string, init?: RequestInit) => Promise<ResponseLike>;

/** An error to show. Only those of the API have a code. */
export type ErrorItem = Omit<ProblemItem, 'code'> & Partial<Pick<ProblemItem, 'code'>>;

/** A rejected request, with errors for the request as a whole or for single fields. */
export class RequestError extends Error {
  override name = 'RequestError';
  readonly errors: ErrorItem[];

  constructor(errors: ErrorItem[]) {
    super(errors.map((error) => error.msg).join(', '));
    this.errors = errors;
  }
}

/** A response with status 400 or above. `status` is 0 if there was no complete response from the API, for example after a network failure. */
export class ApiError extends RequestError {
  override name = 'ApiError';
  readonly status: number;
  /** Seconds from `Retry-After` (429, 503). */
  readonly retryAfter: number | undefined;
  /** The stored state that a request conflicts with (409). */
  readonly current: unknown;

  constructor(status: number, errors: ErrorItem[], { retryAfter, current }: { retryAfter?: number; current?: unknown } = {}) {
    super(errors);
    this.status = status;
    this.retryAfter = retryAfter;
    this.current = current;
  }
}

/** The status of a failed call; undefined if there was no response. */
export const statusOf = (error: unknown): number | undefined => (error instanceof ApiError && error.status) || undefined;

/** Whether the session has ended (401). The page shows that in its own banner (features/accounts/session/SessionEnded.tsx). */
export const isUnauthorized = (error: unknown): boolean => statusOf(error) === 401;

/** Whether the server asks to retry later (429, 503). Its message says why and when. */
const asksToRetryLater = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 429 || error.status === 503);

/** The server's message if it asks to retry later. */
export const retryMessageOf = (error: unknown): string | undefined => (asksToRetryLater(error) ? error.message : undefined);

/** Seconds from `Retry-After`, if the response had one. */
export const retryAfterOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.retryAfter : undefined);

type RequiredProp<T, Name extends string> = T extends undefined ? unknown : { [name in Name]: T };
type OptionalProp<T, Name extends string> = T extends undefined ? unknown : { [name in Name]?: T };

/** Input of a call: required path parameters and body, optional query and headers. */
type Input<E extends Endpoint> = RequiredProp<Params<E>, 'params'> &
  RequiredProp<Body<E>, 'body'> &
  OptionalProp<Query<E>, 'query'> &
  OptionalProp<HeadersOf<E>, 'headers'> & { signal?: AbortSignal /** Lets the request outlive the page. */; keepalive?: boolean };

export interface ApiResponse<T> {
  data: T;
  /** Cursor of the next page, if there is one. */
  next: string | undefined;
  /** Length of the whole list, if the server sends `X-Total-Count`. */
  total?: number | undefined;
}

/** Calls an endpoint of the contract, which types the input and the response. Throws an ApiError. */
export type Api = <const E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<ApiResponse<Reply<E>>>;

type QueryValues = Record<string, string | number | string[] | undefined>;

interface AnyInput {
  params?: Record<string, string>;
  query?: QueryValues;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

export interface ApiOptions {
  transport: Transport;
  /** Returns the session token; called for each request. */
  token?: () => string | null;
  /** Called with the token that was sent, or null, when the server responds with 401. */
  onUnauthorized?: (token: string | null) => void;
  /** Cache for conditional requests. */
  cache?: EtagCache;
}

export function createApi({ transport, token, onUnauthorized, cache }: ApiOptions): Api {
  return async (endpoint, input) => {
    const { params = {}, query = {}, headers = {}, body, signal, keepalive } = input as AnyInput;
    const sent = token?.() ?? null;
    const path = buildUrl(endpoint.path, params, query);
    const cached = endpoint.hasEtag && cache?.get(path);
    const init: RequestInit = {
      method: endpoint.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(sent !== null && { 'x-auth-token': sent }),
        ...(cached && { 'if-none-match': cached.etag }),
        ...(headers as Record<string, string>),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    };
    const result = await send(transport, path, init);
    // The token changed during the request: never settle, so that no response reaches another session.
    if (sent !== null && token?.() !== sent) return new Promise(() => {});
    if (result instanceof Error) throw result;
    const { response, content } = result;
    if (response.status === 401) onUnauthorized?.(sent);
    if (cached && response.status === 304) return cached.response as never;
    if (!response.ok) throw toApiError(response, content);
    if (content === undefined) throw networkError();
    const total = response.headers.get('x-total-count');
    const apiResponse = {
      data: content as never,
      next: nextCursor(response.headers.get('link')),
      ...(total !== null && { total: Number(total) }),
    };
    if (endpoint.hasEtag) cache?.set(path, response.headers.get('etag'), apiResponse);
    return apiResponse;
  };
}

export const networkError = () => new ApiError(0, [{ msg: 'The server could not be reached. Check your connection and try again.' }]);

/** Reads the complete response. `content` is undefined if the body is not JSON, such as a proxy's error page. Returns an error if the connection breaks. */
async function send(transport: Transport, path: string, init: RequestInit) {
  let response: ResponseLike;
  let text: string;
  try {
    response = await transport(path, init);
    text = await response.text();
  } catch (error) {
    return init.signal?.aborted ? (error as Error) : networkError();
  }
  try {
    return { response, content: JSON.parse(text) as unknown };
  } catch {
    return { response, content: undefined };
  }
}

function buildUrl(path: string, params: Record<string, string>, query: QueryValues): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, String(one)])),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Converts a response with status 400 or above to an error. */
export function toApiError({ status, headers }: Pick<ResponseLike, 'status' | 'headers'>, content: unknown): ApiError {
  const items = problemItems(status, content);
  if (status !== 429 && status !== 503) return new ApiError(status, items, { current: (content as Partial<Problem> | null)?.current });
  const retryAfter = secondsUntil(headers.get('retry-after'));
  if (retryAfter === undefined) return new ApiError(status, items);
  const when = ` Try again in ${formatDuration(retryAfter)}.`;
  return new ApiError(
    status,
    // Replaces a "try again" in the server's message, which does not say when.
    items.map(({ msg, ...item }) => ({ ...item, msg: msg.replace(/([;,.]?\s*(please )?try again\b.*)?[.\s]*$/i, `.${when}`) })),
    { retryAfter },
  );
}

/** Seconds until `Retry-After` (RFC 9110 section 10.2.3), which is a number of seconds or a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  const seconds = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : (Date.parse(retryAfter ?? '') - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(1, Math.ceil(seconds));
}

/** The errors of a problem body, or one generic error with the status for any other body, such as a proxy's error page. */
function problemItems(status: number, content: unknown): ErrorItem[] {
  const problem = content as Partial<Problem> | null | undefined;
  if (Array.isArray(problem?.errors) && problem.errors.length > 0)
    return problem.errors.map((item) => ({ ...item, msg: siteMessages[item.code] ?? item.msg }));
  return [{ msg: `The server answered with an error (${status}). Try again in a moment.` }];
}

function nextCursor(link: string | null): string | undefined {
  const target = link && /<([^>]*)>;\s*rel="next"/.exec(link)?.[1];
  return (target && new URL(target, 'http://localhost').searchParams.get('cursor')) || undefined;
}
