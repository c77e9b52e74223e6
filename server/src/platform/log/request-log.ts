import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * Logs one line per request at level `debug`. The default level `info` has no request lines, because Fastify's two lines cost more than the request itself
 * (docs/monitoring.md). Omits the query string, which may contain private data.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, { id, log, method, url }: FastifyRequest, reply: FastifyReply): void {
    if (log.level !== 'debug' && log.level !== 'trace') return;
    log.debug(
      {
        reqId: id,
        method,
        url: url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(error && { err: error }),
      },
      'request',
    );
  }
}
