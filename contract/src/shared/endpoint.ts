import type { ErrorName } from './errors.ts';
import type { RateName } from './rates.ts';
import type { Static, TSchema } from './schema.ts';

/**
 * An endpoint of the HTTP API. The server's routes, the browser's client and the OpenAPI document are all derived from this object.
 * `path` may contain `:name` parameters. `access: 'member'` requires a session; `'optional'` accepts a request without one, but not an invalid token. `errors` lists the possible errors apart from field errors.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  summary: string;
  tag: string;
  access: 'anyone' | 'optional' | 'member';
  /** Requires a sign-in or a password confirmation within the last `sudoMinutes`; other sessions get 403 `confirmationNeeded`. */
  sudo?: true;
  /** A write that members may make before they confirm their e-mail address, where the site restricts them. Reads are always allowed. */
  unverified?: true;
  params?: TSchema;
  query?: TSchema;
  headers?: TSchema;
  body?: TSchema;
  /** Schemas of the body by media type, instead of `body`. For documentation only: the handler validates. */
  bodies?: Record<string, TSchema>;
  /** A request without a body counts as one with `{}`. */
  isBodyOptional?: true;
  /** Without it, the response is 204 without a body. */
  reply?: TSchema;
  /** Media type of the reply. Default: JSON. */
  type?: string;
  /** The reply stays open. It does not count as a request in flight. */
  isStream?: true;
  /** Replies carry an `ETag`. A request with a matching `If-None-Match` gets 304. */
  hasEtag?: true;
  /** The reply holds the start of a list; its `X-Total-Count` header holds the length of the whole list. */
  hasTotal?: true;
  /** The body is `multipart/form-data` with one file, of at most `limits.upload` bytes, and may take `uploadSeconds` to arrive. */
  isUpload?: true;
  /** Stores what it receives: refused while the account or the disk is full. */
  stores?: true;
  /** The 404 error for an unknown or malformed path parameter. */
  notFound?: ErrorName;
  errors?: readonly ErrorName[];
  /** Rate limit that requests count against. Default: `change` for all methods except GET. */
  rate?: RateName;
  /** Exempt from load shedding. Still counts against the traffic limit of the address. */
  healthCheck?: true;
  /** Exempt from the traffic limits, like a static file: a page may show a hundred of them. */
  isStatic?: true;
}

/** The rate limit that requests to an endpoint count against, in addition to the traffic limit. */
export const rateOf = ({ method, rate }: Endpoint): RateName | undefined => rate ?? (method === 'GET' ? undefined : 'change');

/** Infers the literal type of an endpoint, so that clients and handlers see its exact schemas. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<E, K extends string> = E extends Record<K, infer S extends TSchema> ? Static<S> : undefined;
export type Params<E extends Endpoint> = Part<E, 'params'>;
export type Query<E extends Endpoint> = Part<E, 'query'>;
export type Body<E extends Endpoint> = Part<E, 'body'>;
export type Headers<E extends Endpoint> = Part<E, 'headers'>;
export type Reply<E extends Endpoint> = Part<E, 'reply'>;
