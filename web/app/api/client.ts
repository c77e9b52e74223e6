import type { Body, Endpoint, ErrorName, Headers, Params, Problem, ProblemItem, Query, Reply } from '@dev-connector/contract';

/** Carries a request to the API: the browser's `fetch`, or the server calling itself in process. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

/** An answer of 400 or above, or none at all (`status` 0: the network failed). */
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

type Given<T, K extends string> = T extends undefined ? unknown : { [key in K]: T };
type Optionally<T, K extends string> = T extends undefined ? unknown : { [key in K]?: T };
export type Input<E extends Endpoint> = Given<Params<E>, 'params'> &
  Optionally<Query<E>, 'query'> &
  Given<Body<E>, 'body'> &
  Optionally<Headers<E>, 'headers'> & { signal?: AbortSignal };

export interface Answer<T> {
  data: T;
  /** Cursor of the list's next page, where there is one. */
  next: string | undefined;
}

/** Calls an endpoint of the contract: path, body and reply are typed by it. Throws an ApiError. */
export type Api = <const E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<Reply<E>>>;
