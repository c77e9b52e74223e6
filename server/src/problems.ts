import type { Socket } from 'node:net';
import type { Endpoint } from '@dev-connector/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, toProblem } from './errors.ts';

/** Seconds after which a client may try again. */
const retryAfter = '5';

/** Answers any thrown thing as `application/problem+json`. What we did not expect, or what has a cause, is logged with it, and never shown. */
export function sendProblem(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { problem, expected } = toProblem(thrown);
  if (!expected) request.log.error({ err: thrown }, 'unexpected failure');
  else if (thrown instanceof Failure && thrown.cause) request.log.warn({ err: thrown }, thrown.message);
  if (problem.status === 429 || problem.status === 503) reply.header('retry-after', retryAfter);
  if (problem.status >= 500) reply.header('x-request-id', request.id);
  return reply.code(problem.status).type('application/problem+json').serializer(JSON.stringify).send(problem);
}

/** Answers what never became a request: bytes that are not HTTP, oversized headers, a request that came too slowly. */
export function answerBrokenSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { problem } = toProblem(error);
  const body = JSON.stringify(problem);
  const head = `HTTP/1.1 ${problem.status} ${problem.title}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body);
}

/** For an address that no route serves: 405 with `Allow` where the API has it under other methods, otherwise 404. */
export function answerNoRoute(endpoints: Endpoint[]): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  let patterns: Array<{ method: string; pattern: URLPattern }> | undefined;
  return (request, reply) => {
    patterns ??= endpoints.map(({ method, path }) => ({ method, pattern: new URLPattern({ pathname: path }) }));
    const pathname = request.url.split('?')[0]?.replace(/(.)\/$/, '$1') ?? '/';
    const methods = patterns.filter(({ pattern }) => pattern.test({ pathname })).map(({ method }) => method);
    if (methods.length === 0) return sendProblem(new Failure('noSuchRoute'), request, reply);
    reply.header('allow', [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].join(', '));
    return sendProblem(new Failure('methodNotAllowed'), request, reply);
  };
}

/** Every endpoint of the contract that has been put on this app. Call before registering them. */
export function collectEndpoints(app: FastifyInstance): Endpoint[] {
  const endpoints: Endpoint[] = [];
  app.addHook('onRoute', ({ config, method }) => {
    if (config?.endpoint && method !== 'HEAD') endpoints.push(config.endpoint);
  });
  return endpoints;
}
