import { type Endpoint, limits } from '@dev-connector/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { auth } from './accounts/auth-routes.ts';
import { accountData } from './accounts/export-routes.ts';
import { users } from './accounts/user-routes.ts';
import { docs } from './api-docs/routes.ts';
import type { Db } from './db/db.ts';
import { deleteInBackground } from './deletion/background.ts';
import { compressAnswers } from './http/compression.ts';
import { checkFraming, closeIfUnread, originForm } from './http/framing.ts';
import { headersOf } from './http/headers.ts';
import { health } from './http/health-routes.ts';
import { readJson } from './http/json-body.ts';
import { type Bounds, bounds as usualBounds } from './http/load/bounds.ts';
import { limitConnections, slowDown } from './http/load/connections.ts';
import { shedLoad } from './http/load/load-shedding.ts';
import { takeTurns } from './http/load/turns.ts';
import { answerBrokenSocket, answerNoRoute, collectEndpoints, sendProblem } from './http/problems.ts';
import { networkOf, networkOfSocket } from './http/rate-limits/address.ts';
import { limitRequests } from './http/rate-limits/hooks.ts';
import { compileValidator } from './http/validation.ts';
import { registerAuditLog } from './log/audit-log.ts';
import { type Logger, newRequestId, safely } from './log/log.ts';
import { measure } from './log/metrics.ts';
import { RequestLog } from './log/request-log.ts';
import { comments } from './posts/comment-routes.ts';
import { likes } from './posts/like-routes.ts';
import { posts } from './posts/post-routes.ts';
import { continueIds } from './process/continue-ids.ts';
import { education } from './profiles/education-routes.ts';
import { experience } from './profiles/experience-routes.ts';
import { profiles } from './profiles/profile-routes.ts';
import { repositories } from './repositories/routes.ts';
import { profileResume } from './resume/import-routes.ts';
import { resume } from './resume/page-routes.ts';
import type { Settings } from './settings.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route implements. */
    endpoint?: Endpoint;
  }
}

interface Dependencies {
  settings: Settings;
  db: Db;
  /** The endpoints of the contract that this app implements. Complete once the app is ready. */
  endpoints: Endpoint[];
}

/** Registers the routes of one feature. */
export type Mount = (app: FastifyInstance, dependencies: Dependencies) => void | Promise<void>;

export interface AppOptions {
  settings: Settings;
  db: Db;
  /** Registers the routes of the web application. Without it, the app serves only the API, its documentation and the résumé pages. */
  pages?: Mount;
  logger?: Logger;
  /** Overrides the default bounds. */
  bounds?: Partial<Bounds>;
}

/** Builds the complete server, ready for `listen` or `inject`. Production, development and tests use the same one. */
export async function buildApp({ settings, db, pages, logger, bounds: changed }: AppOptions): Promise<FastifyInstance> {
  const bounds = { ...usualBounds, ...changed };
  const putHeaders = headersOf(settings);
  const app = Fastify({
    logger: safely(logger ?? { level: settings.logLevel }),
    logController: new RequestLog(),
    genReqId: newRequestId,
    childLoggerFactory: (logger) => logger, // a child logger per request costs more than its log lines; each line has the request id instead (log.ts)
    http: {
      requireHostHeader: false, // Node's response to a missing Host is not problem+json; checkFraming sends ours
      headersTimeout: bounds.headers,
      connectionsCheckingInterval: bounds.checkEvery,
    },
    bodyLimit: limits.body,
    requestTimeout: bounds.request,
    connectionTimeout: bounds.silence,
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
      sendProblem(tooMany ?? error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (app.countTraffic(networkOfSocket(socket))) socket.destroy();
      else answerBrokenSocket(error, socket, bounds);
    },
  });
  app.decorateRequest('member', undefined);
  app.decorateRequest('checkAgain', false);
  app.setValidatorCompiler(compileValidator);
  app.setErrorHandler(sendProblem);
  readJson(app);
  registerAuditLog(app);

  await measure(app, db, settings);
  const endpoints = collectEndpoints(app);
  app.setNotFoundHandler(answerNoRoute(endpoints));
  app.addHook('onRequest', (request, reply, done) => {
    putHeaders(request, reply);
    done();
  });
  limitConnections(app, settings.trustProxy, bounds);
  shedLoad(app, bounds);
  limitRequests(app, db, bounds, settings.rateLimits === 'on');
  checkFraming(app);
  takeTurns(app, bounds);
  compressAnswers(app);
  await continueIds(app, db);

  for (const mount of [
    health,
    users,
    accountData,
    auth,
    profiles,
    experience,
    education,
    profileResume,
    repositories,
    posts,
    likes,
    comments,
    docs,
    resume,
  ])
    await mount(app, { settings, db, endpoints });
  if (pages) await pages(app, { settings, db, endpoints });
  deleteInBackground(app, db, bounds);
  await app.ready();
  return app;
}
