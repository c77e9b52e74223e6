import { setTimeout as wait } from 'node:timers/promises';
import { alive } from '@dev-connector/contract';
import Fastify from 'fastify';
import { DatabaseUnavailable } from '../db/db.ts';
import { Failure, toProblem } from '../errors.ts';
import { headersOf } from '../http/headers.ts';
import { acceptsHtml, sendMessagePage } from '../http/message-page.ts';
import { type Logger, withSafeLogging } from '../log/log.ts';
import { RequestLog } from '../log/request-log.ts';
import type { Settings } from '../settings.ts';

/** Milliseconds between two attempts. */
const interval = 500;
/** Milliseconds of the first attempt after which the site answers, because a silent server or a long migration takes time. */
const patience = 1000;

/**
 * Repeats `attempt` while the database is unavailable. Meanwhile, and while an attempt takes long, the address of the site answers as if the database failed later:
 * `/healthz` 200, everything else 503. The log says what the start waits for.
 */
export async function untilAvailable<T>(settings: Settings, logger: Logger, attempt: () => Promise<T>): Promise<T> {
  let waiting: ReturnType<typeof openWaitingSite> | undefined;
  const open = () => (waiting ??= openWaitingSite(settings, logger));
  const slow = setTimeout(() => open().catch(() => {}), patience); // a port in use is reported when the site itself listens
  let reason: string | undefined;
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error;
        const { log } = await open();
        if (error.message !== reason) log.warn(`Waiting for the database. ${error.message}`);
        reason = error.message;
        await wait(interval);
      }
    }
  } finally {
    clearTimeout(slow);
    await waiting?.then(
      (site) => site.close(),
      () => {},
    );
  }
}

async function openWaitingSite(settings: Settings, logger: Logger) {
  const app = Fastify({ logger: withSafeLogging(logger), logController: new RequestLog(), forceCloseConnections: true });
  const putHeaders = headersOf(settings);
  app.addHook('onRequest', (request, reply, done) => {
    putHeaders(request, reply);
    done();
  });
  app.get(alive.path, () => ({ status: 'ok' }));
  app.setNotFoundHandler((request, reply) => {
    const { problem, retryAfter } = toProblem(new Failure('unavailable'));
    reply.headers({ 'retry-after': retryAfter, 'cache-control': 'no-store' });
    if (acceptsHtml(request))
      return sendMessagePage(reply, {
        status: problem.status,
        siteTitle: 'Dev Connector',
        heading: 'The site is starting. Try again in a moment.',
        link: { href: '/', label: 'Try again' },
      });
    return reply.code(problem.status).type('application/problem+json').serializer(JSON.stringify).send(problem);
  });
  await app.listen({ host: settings.host, port: settings.port });
  return app;
}
