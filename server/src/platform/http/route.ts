import { type Body, type Endpoint, type Headers, limits, type Params, type Query, type Reply } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../errors.ts';
import type { Json, Tagged } from '../lists/json.ts';
import type { Counted, PageQuery } from '../lists/keyset.ts';
import type { JsonPage } from '../lists/pages.ts';
import { sendNotModified, weakEtag } from './conditional.ts';

/** The argument of a handler: the validated parts of the request, and the signed-in member. */
export interface Call<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  headers: Headers<E>;
  member: { member: NonNullable<FastifyRequest['member']>; optional: FastifyRequest['member']; anyone: undefined }[E['access']];
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Registers an endpoint of the contract. Validates the request and serializes the reply by its schemas; a `Json` reply is sent unchanged.
 * accounts/authenticate.ts requires a session for it.
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Reply<E> | Json<Reply<E>>> | Reply<E>,
): void {
  const { method, path, access, params, query, headers, body, isBodyOptional, reply: reply200, notFound } = endpoint as Endpoint;
  app.route({
    method,
    url: path,
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      ...(reply200 && { response: { 200: reply200 } }),
    },
    config: { endpoint },
    bodyLimit: body && access !== 'anyone' ? limits.body : limits.smallBody,
    ...(isBodyOptional && {
      preValidation: async (request) => {
        request.body ??= {};
      },
    }),
    errorHandler: (error, { member }) => {
      // An invalid path parameter cannot identify an existing resource, so it is 404 and not 400.
      if ((error as { validationContext?: string }).validationContext !== 'params') throw error;
      throw new Failure(access === 'optional' && !member ? 'noToken' : (notFound ?? 'routeNotFound'));
    },
    handler: (request, reply) => {
      if (reply200)
        reply.type('application/json; charset=utf-8'); // Fastify would otherwise send a buffer as application/octet-stream
      else reply.code(204);
      return handle({
        params: request.params as Params<E>,
        query: request.query as Query<E>,
        body: request.body as Body<E>,
        headers: request.headers as Headers<E>,
        member: request.member as Call<E>['member'],
        request,
        reply,
      });
    },
  });
}

/** Whether a request is for the API. Uses the matched route, or the decoded path if the catch-all route for pages matched. */
export function isApi({ routeOptions: { url = '' }, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): boolean {
  return /^\/api(\/|$)/.test(url === '/*' ? `/${(params as { '*': string })['*']}` : url);
}

/** A request and its response. */
type Exchange = Pick<Call<Endpoint>, 'request' | 'reply'>;

/** Responds with a page's items and sets the `Link` header to the next page's URL (RFC 8288). */
export function sendPage<Item>(
  { request, reply, query }: Exchange & { query: PageQuery },
  { json, tag, next }: JsonPage<Item>,
): Json<Item[]> {
  if (next === undefined) return sendTagged({ request, reply }, { json, tag });
  const [path] = request.url.split('?');
  // Builds the URL from the validated query, because copying the raw query would let a client inject text into the header.
  const parts = Object.entries({ ...query, cursor: next }).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  reply.header('link', `<${path}?${parts.join('&')}>; rel="next"`);
  return sendTagged({ request, reply }, { json, tag: `${tag}+` });
}

/** Responds with the first items of a list and sets `X-Total-Count` to the list's length. */
export function sendCounted<Item>({ reply }: Pick<Exchange, 'reply'>, { items, total }: Counted<Item>): Item[] {
  reply.header('x-total-count', total);
  return items;
}

/** Responds with JSON and its ETag, or with 304 if the client has this version. */
export function sendTagged<T>({ request, reply }: Exchange, { json, tag }: Tagged<T>): Json<T> {
  // Returning the reply tells Fastify that it is already sent.
  return sendNotModified(request, reply, weakEtag(tag)) ? (reply as never) : json();
}
