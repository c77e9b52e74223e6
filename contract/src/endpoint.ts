import type { ErrorName } from './errors.ts';
import type { RateName } from './rates.ts';
import type { Static, TSchema } from './schema.ts';

/**
 * One call of the HTTP API. The server registers it as a route, the browser's client calls it, OpenAPI describes it: all from this one object.
 * `path` has `:name` parameters; `who` says whether a session is needed; `errors` names what it may answer besides field errors.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  tag: string;
  who: 'anyone' | 'member';
  /** Needs a session that signed in or confirmed its password within the last `sudoMinutes`; others get 403 `confirmationNeeded`. */
  sudo?: true;
  params?: TSchema;
  query?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  reply: TSchema;
  /** Media type of the reply; JSON unless it says otherwise. */
  type?: string;
  /** Its answers carry an entity tag: who names it in `If-None-Match` is told 304 as long as the answer would be the same. */
  tagged?: true;
  /** The reply is the start of a list; its `X-Total-Count` header has the length of the whole list. */
  counted?: true;
  /** What a malformed parameter in the path means: no such thing (404). */
  notFound?: ErrorName;
  errors?: readonly ErrorName[];
  /** How often it may be called; without it, what is no GET counts as a `change`. */
  rate?: RateName;
  /** Answered while the site is too busy for other requests. Counts as traffic of its address like any other. */
  healthCheck?: true;
}

/** What a call counts as, beside being traffic. */
export const rateOf = ({ method, rate }: Endpoint): RateName | undefined => rate ?? (method === 'GET' ? undefined : 'change');

/** Types an endpoint literally, so that clients and handlers see its exact schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<E, K extends string> = E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type Params<E extends Endpoint> = Part<E, 'params'>;
export type Query<E extends Endpoint> = Part<E, 'query'>;
export type Body<E extends Endpoint> = Part<E, 'body'>;
export type Headers<E extends Endpoint> = Part<E, 'headers'>;
export type Reply<E extends Endpoint> = Static<E['reply']>;
