import { type Endpoint, limits } from '@dev-connector/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { deleteInBackground } from './background-deletion.ts';
import { type Bounds, bounds as usualBounds } from './bounds.ts';
import { compressAnswers } from './compression.ts';
import { limitConnections, slowDown } from './connections.ts';
import { continueIds } from './continue-ids.ts';
import type { Db } from './db/db.ts';
import { noteEvents } from './events.ts';
import { checkFraming, closeIfUnread, originForm } from './framing.ts';
import { headersOf } from './headers.ts';
import { readJson } from './json-body.ts';
import { networkOf, networkOfSocket } from './limits/address.ts';
import { limitRequests } from './limits/hooks.ts';
import { type Logger, newRequestId, safely } from './log.ts';
import { measure } from './metrics.ts';
import { shedLoad } from './overload.ts';
import { answerBrokenSocket, answerNoRoute, collectEndpoints, sendProblem } from './problems.ts';
import { RequestLog } from './request-log.ts';
import { accountData } from './routes/account-data.ts';
import { auth } from './routes/auth.ts';
import { comments } from './routes/comments.ts';
import { docs } from './routes/docs.ts';
import { education } from './routes/education.ts';
import { experience } from './routes/experience.ts';
import { health } from './routes/health.ts';
import { likes } from './routes/likes.ts';
import { posts } from './routes/posts.ts';
import { profileResume } from './routes/profile-resume.ts';
import { profiles } from './routes/profiles.ts';
import { repositories } from './routes/repositories.ts';
import { resume } from './routes/resume.ts';
import { users } from './routes/users.ts';
import type { Settings } from './settings.ts';
import { compileValidator } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's endpoint that a route serves. */
    endpoint?: Endpoint;
  }
}

interface Dependencies {
  settings: Settings;
  db: Db;
  /** The contract's endpoints on this app, complete once it is ready. */
  endpoints: Endpoint[];
}

/** Puts one noun's routes on the app. */
export type Mount = (app: FastifyInstance, dependencies: Dependencies) => void | Promise<void>;

export interface AppOptions {
  settings: Settings;
  db: Db;
  /** Serves the screens; without them the app has the API, its documentation and the résumés, which are pages of their own. */
  pages?: Mount;
  logger?: Logger;
  /** Instead of the usual ones. */
  bounds?: Partial<Bounds>;
}

/** The whole server, ready to listen or to be injected into: the same in production, in development and in tests. */
export async function buildApp({ settings, db, pages, logger, bounds: changed }: AppOptions): Promise<FastifyInstance> {
  const bounds = { ...usualBounds, ...changed };
  const putHeaders = headersOf(settings);
  const app = Fastify({
    logger: safely(logger ?? { level: settings.logLevel }),
    logController: new RequestLog(),
    genReqId: newRequestId,
    childLoggerFactory: (logger) => logger, // one logger a request costs more than any line of it: each line names its request (log.ts)
    http: {
      requireHostHeader: false, // Node's own answer to a missing Host is no problem+json; ours is below
      headersTimeout: bounds.headers,
      connectionsCheckingInterval: bounds.checkEvery,
    },
    bodyLimit: limits.body,
    requestTimeout: bounds.request,
    connectionTimeout: bounds.silence,
    keepAliveTimeout: bounds.keepAlive,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what reaches us while we close is still served
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
  noteEvents(app);

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
