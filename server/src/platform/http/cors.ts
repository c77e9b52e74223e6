import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';

/** Response headers that the client's code may read, besides those that every browser exposes. */
const exposed = 'Link, X-Total-Count, ETag, Retry-After';

/** How long browsers may cache a preflight response, in seconds. Chromium caches at most two hours. */
const maxAge = 7200;

/** Whether the path is one of the API. A client that encodes `/api` gets no CORS headers. */
const isCrossOrigin = ({ url }: FastifyRequest) => url.startsWith('/api/');

/**
 * Returns a hook that lets the pages of CORS_ORIGINS read responses of the API, including errors (https://fetch.spec.whatwg.org/#http-cors-protocol). Does not
 * allow credentials, because sessions use a header and no cookies.
 */
export function corsHeadersOf({ corsOrigins = [] }: Pick<Settings, 'corsOrigins'>): (request: FastifyRequest, reply: FastifyReply) => void {
  if (corsOrigins.length === 0) return () => {};
  return (request, reply) => {
    if (!isCrossOrigin(request)) return;
    // Images of other origins send no Origin header. Other embedded requests cannot send a token, so they see public data only.
    reply.header('vary', 'origin').header('cross-origin-resource-policy', 'cross-origin');
    const { origin } = request.headers;
    if (origin === undefined || !corsOrigins.includes(origin)) return;
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed);
  };
}

/**
 * Answers preflight requests of allowed origins with the methods and headers of the contract. Register it after the limits, so that preflights count.
 * @fastify/cors would answer them in the hook that sets the headers of all responses, which runs before the limits.
 */
export function answerPreflights(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight || !reply.hasHeader('access-control-allow-origin')) return done();
    const { endpoints } = app;
    const headers = endpoints.flatMap(({ headers }) => Object.keys((headers as { properties?: object } | undefined)?.properties ?? {}));
    reply
      .code(204)
      .header('access-control-allow-methods', [...new Set(endpoints.map(({ method }) => method))].join(', '))
      .header('access-control-allow-headers', [...new Set(['content-type', 'if-none-match', 'x-auth-token', ...headers])].join(', '))
      .header('access-control-max-age', maxAge)
      .send();
  });
}
