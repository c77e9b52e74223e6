import { type Endpoint, rateOf, traffic } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { RateLimited } from '../../errors.ts';
import { isInProcess } from '../in-process.ts';
import { slowDown } from '../load/connections.ts';
import type { LoadLimits } from '../load/load-limits.ts';
import { networkOf } from './address.ts';
import { purgeAttempts } from './attempts.ts';
import { type Limits, noLimits, sharedLimits } from './limits.ts';
import { requestCounter } from './request-counter.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
    /** Counts one request of this network. Returns the error to respond with if the limit is exceeded. */
    countTraffic(network: string): RateLimited | undefined;
  }
}

/**
 * Registers the rate limits. Counts all traffic per address first, then per member, and then applies the rate of the endpoint, if it has one.
 * Counts by matched route and not by URL, so that HEAD, a trailing slash or a server-rendered page cannot bypass a limit.
 */
export function limitRequests(app: FastifyInstance, { db, jobs, settings }: Context, loadLimits: LoadLimits): void {
  purgeAttempts(db, jobs);
  const on = settings.rateLimits === 'on';
  const warn = (what: string) => (err: unknown) => app.log.warn({ err }, what);
  app.decorate('limits', on ? sharedLimits(db, warn('cannot count a request')) : noLimits);
  if (!on) return void app.decorate('countTraffic', () => undefined);
  const count = requestCounter(db, warn('cannot share the request counts with the other processes'));
  const refusal = (key: string, times: number) => {
    const tooMany = count(key, times);
    return tooMany === undefined ? undefined : new RateLimited(tooMany);
  };

  app.decorate('countTraffic', (network) => refusal(`address ${network}`, traffic.address.times));

  app.addHook('onRequest', (request, reply, done) => {
    const tooMany = isCounted(request) ? app.countTraffic(networkOf(request)) : undefined;
    if (tooMany) slowDown(reply, loadLimits);
    done(tooMany);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) =>
    done(request.member && isCounted(request) ? refusal(`account ${request.member.id}`, traffic.account.times) : undefined),
  );
  const admit = (request: FastifyRequest, done: (error?: Error) => void) => {
    const { endpoint } = request.routeOptions.config;
    const rate = endpoint && rateOf(endpoint);
    if (!rate || rate === 'signIn') return done(); // accounts/passwords/limits.ts counts passwords
    app.limits.admit(rate, request).then(() => done(), done);
  };
  const isUpload = ({ routeOptions }: FastifyRequest) => routeOptions.config.endpoint?.isUpload === true;
  // An upload counts from its start, because an unfinished one costs as much. Others count after validation.
  app.addHook('preParsing', (request, _reply, _payload, done) => (isUpload(request) ? admit(request, done) : done()));
  app.addHook('preHandler', (request, _reply, done) => (isUpload(request) ? done() : admit(request, done)));
}

/** Excludes static files (@fastify/static sets `file`), pictures, and API requests of a page being rendered, because the page itself is counted. */
function isCounted(request: FastifyRequest): boolean {
  const { file, endpoint } = request.routeOptions.config as { file?: string; endpoint?: Endpoint };
  return file === undefined && !endpoint?.isStatic && !isInProcess(request);
}
