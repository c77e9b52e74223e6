import type { FastifyBaseLogger } from 'fastify';

/**
 * What nobody caught. A promise that failed unheard is logged, and everybody else is served on. After an exception that nobody caught the process may be in any state:
 * it is logged too, those who are being served are served to the end, and the process ends with 1, for its supervisor to start another.
 */
export function handleProcessErrors(log: Pick<FastifyBaseLogger, 'error' | 'fatal'>, stop: (code: number) => Promise<void>): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise failed unheard'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an exception that nobody caught');
    void stop(1);
  });
}
