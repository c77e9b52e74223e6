import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line per request at level `debug`. The default level `info` has no request lines, because Fastify's two lines cost more than the request itself
 * (docs/monitoring.md). Omits the query string, which may contain private data, and logs the pattern instead of a path with a token.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { id, log, method, url, routeOptions } = request;
    if (log.level !== 'debug' && log.level !== 'trace') return;
    log.debug(
      {
        reqId: id,
        method,
        url: routeOptions.url?.includes(':token') ? routeOptions.url : url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(error && { err: error }),
      },
      'request',
    );
  }
}
