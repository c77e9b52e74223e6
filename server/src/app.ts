import type { Socket } from 'node:net';
import { type Endpoint, limits } from '@dev-connector/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { requireSessions } from './accounts/authenticate.ts';
import { limitPasswords } from './accounts/passwords/limits.ts';
import type { PasswordCost } from './accounts/passwords/password.ts';
import { accounts } from './accounts/routes.ts';
import { docs } from './api-docs/routes.ts';
import { avatars } from './avatars/routes.ts';
import { bookmarks } from './bookmarks/routes.ts';
import { comments } from './comments/routes.ts';
import { type Context, createContext } from './context.ts';
import { cspReports } from './csp-reports/routes.ts';
import type { Db } from './db/db.ts';
import { directory } from './directory/routes.ts';
import { drafts } from './drafts/routes.ts';
import { follows } from './follows/routes.ts';
import { limitWaitingBodies } from './http/body.ts';
import { compressResponses } from './http/compression.ts';
import { answerPreflights } from './http/cors.ts';
import { checkFraming, closeIfUnread, originForm } from './http/framing.ts';
import { headersOf } from './http/headers.ts';
import { readJson } from './http/json-body.ts';
import { type Bounds, bounds as defaultBounds } from './http/load/bounds.ts';
import { limitConnections, slowDown } from './http/load/connections.ts';
import { shedLoad } from './http/load/load-shedding.ts';
import { sliceWork } from './http/load/time-slices.ts';
import { answerBrokenSocket, answerNoRoute, collectEndpoints, sendProblem } from './http/problems.ts';
import { networkOf, networkOfSocket } from './http/rate-limits/address.ts';
import { limitRequests } from './http/rate-limits/hooks.ts';
import { health } from './http/routes.ts';
import { compileSerializer } from './http/schemas/serialization.ts';
import { compileValidator } from './http/schemas/validation.ts';
import { warnOfUnknownProxy } from './http/unknown-proxy.ts';
import type { Jobs } from './jobs/jobs.ts';
import { registerAuditLog } from './log/audit-log.ts';
import { type Logger, newRequestId, withSafeLogging } from './log/log.ts';
import { registerMetrics } from './log/metrics.ts';
import { RequestLog } from './log/request-log.ts';
import { media } from './media/routes.ts';
import { offline } from './offline/routes.ts';
import { acceptsHtml, sendMessagePage } from './pages/message-page.ts';
import { pictures } from './pictures/routes.ts';
import { posts } from './posts/routes.ts';
import { continueIds } from './process/continue-ids.ts';
import { profiles } from './profiles/routes.ts';
import type { RenderTime } from './rendering/renderer.ts';
import { repositories } from './repositories/routes.ts';
import { profileResume } from './resume/import/routes.ts';
import { resume } from './resume/page/routes.ts';
import { search } from './search/routes.ts';
import type { Settings } from './settings.ts';
import { requireHost } from './site/host.ts';
import { site } from './site/routes.ts';
import { keepSiteCurrent } from './site/site.ts';
import { limitStorage } from './storage/hooks.ts';
import { syndication } from './syndication/routes.ts';
import { tags } from './tags/routes.ts';
import type { Queues } from './work-queue/queues.ts';
import type { QueueLimits } from './work-queue/work-queue.ts';

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

/** Registers the routes of one feature. */
export type Mount = (app: FastifyInstance, context: Context) => void | Promise<void>;

export interface AppOptions {
  settings: Settings;
  db: Db;
  /** Registers the routes of the web application. Without it, the app serves only the API, its documentation and the résumé pages. */
  pages?: Mount;
  logger?: Logger;
  /** Overrides the default bounds. */
  bounds?: Partial<Bounds>;
  /** Replaces the time limits of workers. */
  renderTime?: RenderTime;
  /** Replaces limits of all queues. */
  queueLimits?: Partial<QueueLimits>;
  /** Replaces the cost of new password hashes. */
  passwordCost?: PasswordCost;
  /** Whether this process runs jobs; default: yes. */
  worker?: boolean;
}

/** Builds the complete server, ready for `listen` or `inject`. Production, development and tests use the same one. */
export async function buildApp({
  settings,
  db,
  pages,
  logger,
  bounds: changed,
  renderTime,
  queueLimits,
  passwordCost,
  worker = true,
}: AppOptions): Promise<FastifyInstance> {
  const bounds = { ...defaultBounds, ...changed };
  const putHeaders = headersOf(settings);
  const app = Fastify({
    logger: withSafeLogging(logger ?? { level: settings.logLevel }),
    logController: new RequestLog(),
    genReqId: newRequestId,
    childLoggerFactory: (logger) => logger, // a child logger per request costs more than its log lines; each line has the request id instead (log.ts)
    http: {
      requireHostHeader: false, // Node's response to a missing Host is not problem+json; checkFraming sends ours
      headersTimeout: bounds.headers,
      connectionsCheckingInterval: bounds.checkInterval,
    },
    pluginTimeout: 0, // by default, a start that takes more than ten seconds on a busy machine fails
    bodyLimit: limits.body,
    requestTimeout: bounds.request,
    connectionTimeout: bounds.idle,
    keepAliveTimeout: bounds.keepAlive,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // serve requests that arrive during a graceful shutdown
    trustProxy: settings.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    frameworkErrors: (error, request, reply) => {
      putHeaders(request, reply);
      closeIfUnread(request, reply);
      const tooMany = app.countTraffic(networkOf(request));
      if (tooMany) slowDown(reply, bounds);
      if (tooMany || !isPageAddress(request)) sendProblem(tooMany ?? error, request, reply);
      else sendInvalidAddress(reply, context.site.current.shell.title);
    },
    clientErrorHandler: (error, socket) => onBrokenSocket(error, socket),
  });
  const onBrokenSocket = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (app.countTraffic(networkOfSocket(socket))) socket.destroy();
    else answerBrokenSocket(error, socket, bounds);
  };
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(sendProblem);
  readJson(app);
  registerAuditLog(app);
  const context = createContext(settings, db, app.log, { renderTime, queueLimits, passwordCost });
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
    limitConnections(app, settings.trustProxy, bounds);
    shedLoad(app, bounds);
    limitRequests(app, context, bounds);
    warnOfUnknownProxy(app);
    limitWaitingBodies(app, bounds);
    limitPasswords(app, context);
    limitStorage(app, context, bounds);
    checkFraming(app);
    requireHost(app, context);
    sliceWork(app, bounds);
    answerPreflights(app);
    compressResponses(app);
    requireSessions(app, db);
    await continueIds(app, db);

    await keepSiteCurrent(app, db, context.site);
    for (const mount of [
      health,
      accounts,
      avatars,
      media,
      profiles,
      directory,
      profileResume,
      repositories,
      posts,
      comments,
      search,
      drafts,
      tags,
      follows,
      bookmarks,
      docs,
      resume,
      site,
      cspReports,
      pictures,
      syndication,
      offline,
    ])
      await mount(app, context);
    if (pages) await pages(app, context);
    await runJobs(app, context.jobs, worker);
    await app.ready();
    return app;
  } catch (error) {
    await app.close(); // releases ports and timers
    throw error;
  }
}

/** Whether a browser requests a page at an address that no route can match, because it is malformed. */
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
