import type { Body, Endpoint, Headers, Params, Query, Reply } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionHooks } from '../accounts/authenticate.ts';
import type { Member } from '../accounts/member.ts';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import type { Json, Tagged } from '../feed/json.ts';
import type { Counted, JsonPage, PageQuery } from '../feed/keyset.ts';

/** What a handler gets: the parts of the request as their schemas left them, and who asks. */
export interface Call<E extends Endpoint> {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  headers: Headers<E>;
  member: E['who'] extends 'member' ? Member : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Registers an endpoint of the contract: its schemas validate what comes in, and serialise what goes out unless it is kept as JSON; unless it is for anyone, a session is needed. */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  db: Db,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Reply<E> | Json<Reply<E>>> | Reply<E>,
): void {
  const { method, path, who, sudo, params, query, headers, body, reply: reply200, notFound } = endpoint as Endpoint;
  app.route({
    method,
    url: path,
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      response: { 200: reply200 },
    },
    config: { endpoint },
    ...(who !== 'anyone' && sessionHooks(db, sudo)),
    errorHandler: (error) => {
      // A parameter that does not fit its schema names nothing that exists.
      throw (error as { validationContext?: string }).validationContext === 'params' ? new Failure(notFound ?? 'noSuchRoute') : error;
    },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8'); // bytes would else pass for any file's
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

/** Whether a request is for the API, by the route that serves it or, where pages serve all other addresses, by the path as the router decoded it. */
export function isApi({ routeOptions: { url = '' }, params }: Pick<FastifyRequest, 'routeOptions' | 'params'>): boolean {
  return /^\/api(\/|$)/.test(url === '/*' ? `/${(params as { '*': string })['*']}` : url);
}

type Asked = Pick<Call<Endpoint>, 'request' | 'reply'>;

/** Answers with a page's items; the next page's address goes into the `Link` header (RFC 8288). */
export function sendPage<Item>({ request, reply, query }: Asked & { query: PageQuery }, { json, tag, next }: JsonPage<Item>): Json<Item[]> {
  if (next === undefined) return sendTagged({ request, reply }, { json, tag });
  const [path] = request.url.split('?');
  // As the schema has read the query, and not as it was written: whoever wrote it could else say what follows.
  const parts = Object.entries({ ...query, cursor: next }).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  reply.header('link', `<${path}?${parts.join('&')}>; rel="next"`);
  return sendTagged({ request, reply }, { json, tag: `${tag}+` });
}

/** Answers with the start of a list; the length of the whole list goes into the `X-Total-Count` header. */
export function sendCounted<Item>({ reply }: Pick<Asked, 'reply'>, { items, total }: Counted<Item>): Item[] {
  reply.header('x-total-count', total);
  return items;
}

/** Answers with JSON under its entity tag; without it where the client says that this is what it has (RFC 9110 section 13.1.2). */
export function sendTagged<T>({ request, reply }: Asked, { json, tag }: Tagged<T>): Json<T> {
  const etag = `W/"${tag}"`; // weak, because it may be compressed on its way
  reply.header('etag', etag);
  if (!namesTag(request, etag)) return json;
  return reply.code(304).removeHeader('content-type').send() as never; // Fastify takes the reply itself for 'it is answered'
}

/** Whether the client says that it has the content of this name, weakly compared (RFC 9110 section 8.8.3.2), or any at all. */
export function namesTag({ headers }: Pick<FastifyRequest, 'headers'>, etag: string): boolean {
  const names = headers['if-none-match'];
  if (names === undefined) return false;
  const strong = (name: string) => name.trim().replace(/^W\//, '');
  return names.trim() === '*' || names.split(',').some((name) => strong(name) === strong(etag));
}
