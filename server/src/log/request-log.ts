import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/**
 * One line for each answered request, at level `debug`. At `info`, the default, only what somebody should know is logged: two lines for each request would cost
 * more than the request (docs/decisions/logging.md). Without the query, in which somebody may have put what is nobody's business.
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
