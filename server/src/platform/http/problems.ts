import type { Socket } from 'node:net';
import type { Endpoint, Problem } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, toProblem } from '../errors.ts';
import { always } from './headers.ts';
import { drain } from './load/drain.ts';
import type { LoadLimits } from './load/load-limits.ts';
import { sendMessagePage } from './message-page.ts';

/** Responds with a thrown value as `application/problem+json`. */
export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = beginProblem(thrown, request, reply);
  return reply.code(problem.status).type('application/problem+json').serializer(JSON.stringify).send(problem);
}

/** Whether the same request may succeed later. */
export function isTemporary(thrown: unknown): boolean {
  const { status } = toProblem(thrown).problem;
  return status === 429 || status >= 500;
}

/** Responds with a thrown value as a page with its message, and a link that tries again. */
export function sendProblemPage(thrown: unknown, request: FastifyRequest, reply: FastifyReply, siteTitle: string): FastifyReply {
  const { status, title, errors } = beginProblem(thrown, request, reply);
  return sendMessagePage(reply, { status, siteTitle, heading: errors[0]?.msg ?? title, link: { href: '', label: 'Try again' } });
}

/** Sets the headers of a problem. Logs unexpected errors and causes, which are never sent to the client. */
function beginProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Problem {
  const { problem, expected, retryAfter } = toProblem(thrown);
  if (!expected) request.log.error({ reqId: request.id, err: thrown }, 'unexpected failure');
  else if (thrown instanceof Failure && thrown.cause) request.log.warn({ reqId: request.id, err: thrown }, thrown.message);
  if (thrown instanceof Failure) request.server.auditLog.logDenied(thrown, request);
  if (problem.status >= 500) reply.header('x-request-id', request.id);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return problem;
}

/** Responds to errors before a request is parsed: invalid HTTP, oversized headers, a request timeout. */
export function answerBrokenSocket(error: NodeJS.ErrnoException, socket: Socket, loadLimits: LoadLimits): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  closeWith(error, socket, loadLimits, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? loadLimits.drainTimeout : undefined);
}

/** Writes a problem directly to the socket and ends the connection. */
export function closeWith(error: unknown, socket: Socket, loadLimits: LoadLimits, drainTime?: number): void {
  const { problem, retryAfter } = toProblem(error);
  const body = JSON.stringify(problem);
  const headers = {
    ...always,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${problem.status} ${problem.title}\r\n${lines.join('')}\r\n${body}`);
  drain(socket, loadLimits, drainTime);
}

/** Handles requests that no route matches: 405 with `Allow` if the path exists under other methods, otherwise 404. */
export function answerNoRoute(endpoints: Endpoint[]): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  let patterns: Array<{ method: string; pattern: URLPattern }> | undefined;
  return (request, reply) => {
    patterns ??= endpoints.map(({ method, path }) => ({ method, pattern: new URLPattern({ pathname: path }) }));
    const pathname = decodeURI(request.url.split('?')[0] ?? '/').replace(/(.)\/$/, '$1'); // cannot throw: the router has rejected malformed escapes
    const methods = patterns.filter(({ pattern }) => pattern.test({ pathname })).map(({ method }) => method);
    if (methods.length === 0) return sendProblem(new Failure('routeNotFound'), request, reply);
    reply.header('allow', [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].join(', '));
    return sendProblem(new Failure('methodNotAllowed'), request, reply);
  };
}

/** Collects the contract's endpoints as the app registers them. Call it before registering routes. */
export function collectEndpoints(app: FastifyInstance): Endpoint[] {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  return endpoints;
}
