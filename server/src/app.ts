import type { Socket } from 'node:net';
import { type Endpoint, limits } from '@dev-connector/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requireSessions } from './features/accounts/authenticate.ts';
import { limitPasswords } from './features/accounts/passwords/limits.ts';
import { registerMetrics } from './features/monitoring/metrics.ts';
import { requireHost } from './features/site/host.ts';
import { keepSiteCurrent, siteOf } from './features/site/site.ts';
import { limitStorage } from './features/storage/hooks.ts';
import { features as allFeatures, openContext } from './features.ts';
import type { Feature, Mount, Overrides } from './platform/context.ts';
import type { Db } from './platform/db/db.ts';
import { limitWaitingBodies } from './platform/http/body.ts';
import { compressResponses } from './platform/http/compression.ts';
import { answerPreflights } from './platform/http/cors.ts';
import { limitStreams } from './platform/http/event-streams.ts';
import { checkFraming, closeIfUnread, originForm } from './platform/http/framing.ts';
import { headersOf } from './platform/http/headers.ts';
import { readJson } from './platform/http/json-body.ts';
import { limitConnections, slowDown } from './platform/http/load/connections.ts';
import { loadLimits as defaultLoadLimits, type LoadLimits } from './platform/http/load/load-limits.ts';
import { shedLoad } from './platform/http/load/load-shedding.ts';
import { sliceWork } from './platform/http/load/time-slices.ts';
import { acceptsHtml, sendMessagePage } from './platform/http/message-page.ts';
import {
  answerBrokenSocket,
  answerNoRoute,
  collectEndpoints,
  isTemporary,
  sendProblem,
  sendProblemPage,
} from './platform/http/problems.ts';
import { networkOf, networkOfSocket } from './platform/http/rate-limits/address.ts';
import { limitRequests } from './platform/http/rate-limits/hooks.ts';
import { compileSerializer } from './platform/http/schemas/serialization.ts';
import { compileValidator } from './platform/http/schemas/validation.ts';
import { warnOfUnknownProxy } from './platform/http/unknown-proxy.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { registerAuditLog } from './platform/log/audit-log.ts';
import { type Logger, newRequestId, withSafeLogging } from './platform/log/log.ts';
import { RequestLog } from './platform/log/request-log.ts';
import { continueIds } from './platform/process/continue-ids.ts';
import type { Settings } from './platform/settings.ts';
import type { Queues } from './platform/work-queue/queues.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route implements. */
    endpoint?: Endpoint;
  }
  interface FastifyInstance {
    /** The endpoints of the contract that this app implements. Complete once the app is ready. */
    endpoints: Endpoint[];
    jobs: Jobs;
    queues: Queues;
  }
}

export interface AppOptions extends Overrides {
  settings: Settings;
  db: Db;
  /** Registers the routes of the web application. Without it, the app serves only the API, its documentation and the résumé pages. */
  pages?: Mount;
  logger?: Logger;
  /** Overrides the default load limits. */
  loadLimits?: Partial<LoadLimits>;
  /** Default: all. */
  features?: Feature[];
  /** Whether this process runs jobs; default: yes. */
  worker?: boolean;
}

/** Builds the complete server, ready for `listen` or `inject`. Production, development and tests use the same one. */
export async function buildApp({
  settings,
  db,
  pages,
  logger,
  loadLimits: changed,
  features = allFeatures,
  worker = true,
  ...overrides
}: AppOptions): Promise<FastifyInstance> {
  const loadLimits = { ...defaultLoadLimits, ...changed };
  const putHeaders = headersOf(settings);
  const app = Fastify({
    logger: withSafeLogging(logger ?? { level: settings.logLevel }),
    logController: new RequestLog(),
    genReqId: newRequestId,
    childLoggerFactory: (logger) => logger, // a child logger per request costs more than its log lines; each line has the request id instead (log.ts)
    http: {
      requireHostHeader: false, // Node's response to a missing Host is not problem+json; checkFraming sends ours
      headersTimeout: loadLimits.headers,
      connectionsCheckingInterval: loadLimits.checkInterval,
    },
    pluginTimeout: 0, // by default, a start that takes more than ten seconds on a busy machine fails
    bodyLimit: limits.body,
    requestTimeout: loadLimits.request,
    connectionTimeout: loadLimits.idle,
    keepAliveTimeout: loadLimits.keepAlive,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // serve requests that arrive during a graceful shutdown
    trustProxy: settings.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    frameworkErrors: (error, request, reply) => {
      putHeaders(request, reply);
      closeIfUnread(request, reply);
      const tooMany = app.countTraffic(networkOf(request));
      if (tooMany) slowDown(reply, loadLimits);
      if (tooMany || !isPageAddress(request)) sendProblem(tooMany ?? error, request, reply);
      else sendInvalidAddress(reply, siteOf(context).current.shell.title);
    },
    clientErrorHandler: (error, socket) => onBrokenSocket(error, socket),
  });
  const onBrokenSocket = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (app.countTraffic(networkOfSocket(socket))) socket.destroy();
    else answerBrokenSocket(error, socket, loadLimits);
  };
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler((error, request, reply) =>
    isPageAddress(request) && isTemporary(error)
      ? sendProblemPage(error, request, reply, siteOf(context).current.shell.title)
      : sendProblem(error, request, reply),
  );
  readJson(app);
  registerAuditLog(app);
  const context = openContext(settings, db, app.log, overrides, features);
  app.decorate('queues', context.queues);
  app.decorate('jobs', context.jobs);

  try {
    await registerMetrics(app, context);
    app.decorate('endpoints', collectEndpoints(app));
    app.setNotFoundHandler(answerNoRoute(app.endpoints));
    app.addHook('onRequest', (request, reply, done) => {
      putHeaders(request, reply);
      done();
    });
    limitConnections(app, settings.trustProxy, loadLimits);
    limitStreams(app, loadLimits);
    shedLoad(app, loadLimits);
    limitRequests(app, context, loadLimits);
    if (settings.rateLimits === 'on') warnOfUnknownProxy(app);
    limitWaitingBodies(app, loadLimits);
    limitPasswords(app, context);
    limitStorage(app, context, loadLimits);
    checkFraming(app);
    requireHost(app, context);
    sliceWork(app, loadLimits);
    answerPreflights(app);
    compressResponses(app);
    requireSessions(app, context);
    await continueIds(app, db);

    for (const { prepare } of features) await prepare?.(context);
    await keepSiteCurrent(app, context);
    for (const { routes } of features) await routes?.(app, context);
    if (pages) await pages(app, context);
    await runJobs(app, context.jobs, worker);
    await app.ready();
    return app;
  } catch (error) {
    await app.close(); // releases ports and timers
    throw error;
  }
}

/** Whether a browser requests a page. */
const isPageAddress = (request: FastifyRequest): boolean => acceptsHtml(request) && !/^\/api(\/|\?|$)/.test(request.url);

const sendInvalidAddress = (reply: FastifyReply, siteTitle: string): FastifyReply =>
  sendMessagePage(reply, {
    status: 400,
    siteTitle,
    heading: 'This address is not valid',
    link: { href: '/', label: 'Go to the start page' },
  });

/** Runs the jobs while the app is open. Closing drains them and the requests at the same time. */
async function runJobs(app: FastifyInstance, jobs: Jobs, worker: boolean): Promise<void> {
  await jobs.schedule();
  if (worker) jobs.start();
  let drained: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    drained = jobs.stop();
  });
  app.addHook('onClose', async () => drained);
}
