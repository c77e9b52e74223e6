import type { FastifyBaseLogger } from 'fastify';

/**
 * Handles unhandled rejections and uncaught exceptions. A rejection is logged, and the site continues. After an exception the process may be in an undefined
 * state: it is logged, requests in flight are finished, and the process exits with 1 so that its supervisor restarts it.
 */
export function handleProcessErrors(log: Pick<FastifyBaseLogger, 'error' | 'fatal'>, stop: (code: number) => Promise<void>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    void stop(1);
  });
}
