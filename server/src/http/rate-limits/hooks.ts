import { type Credentials, rateOf, signIn, traffic } from '@dev-connector/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { RateLimited } from '../../errors.ts';
import { isInProcess } from '../in-process.ts';
import type { Bounds } from '../load/bounds.ts';
import { slowDown } from '../load/connections.ts';
import { isInternal, networkOf } from './address.ts';
import { type Limits, noLimits, sharedLimits } from './limits.ts';
import { trafficCounter } from './traffic.ts';

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits;
    /** Counts one request of this network; returns the failure to answer with if there are too many. */
    countTraffic(network: string): RateLimited | undefined;
  }
}

/** Milliseconds between two tidyings. */
const tidyEvery = 60_000;

/**
 * Counts what comes in, by the route that answers and never by the address as it was written: HEAD, a trailing slash, or a page rendered here count like any other.
 * All traffic by its address first, before anything is looked up; then by its member; and what has a rate of its own once it is known to be well-formed, before
 * it costs anything.
 */
export function limitRequests(app: FastifyInstance, db: Db, bounds: Bounds, on: boolean): void {
  app.decorate('limits', on ? sharedLimits(db, app.log) : noLimits);
  app.decorateRequest('knownCaller', false);
  if (!on) return void app.decorate('countTraffic', () => undefined);
  const warn = (what: string) => (err: unknown) => app.log.warn({ err }, what);
  const count = trafficCounter(db, warn('the other processes were not told of traffic'));
  const refusal = (key: string, times: number) => {
    const tooMany = count(key, times);
    return tooMany === undefined ? undefined : new RateLimited(tooMany);
  };

  app.decorate('countTraffic', (network) => refusal(`address ${network}`, traffic.address.times));

  warnOfUnknownProxy(app);
  app.addHook('onRequest', (request, reply, done) => {
    const tooMany = isCounted(request) ? app.countTraffic(networkOf(request)) : undefined;
    if (tooMany) slowDown(reply, bounds);
    done(tooMany);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) =>
    done(request.member && isCounted(request) ? refusal(`account ${request.member.id}`, traffic.account.times) : undefined),
  );
  app.addHook('preHandler', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config;
    const rate = endpoint && rateOf(endpoint);
    if (!rate) return done();
    const admitted =
      rate === signIn.rate
        ? app.limits.admitPassword(request.member?.email ?? (request.body as Credentials).email, request)
        : app.limits.admit(rate, request);
    admitted.then(() => done(), done);
  });

  const timer = setInterval(() => app.limits.tidy().catch(warn('old tries were not dropped')), tidyEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Everything but files (`file` is set by @fastify/static), and what a page requests while it is rendered: the page has been counted. */
function isCounted(request: FastifyRequest): boolean {
  const { file } = request.routeOptions.config as { file?: string };
  return file === undefined && !isInProcess(request);
}

/** Behind a proxy that is not listed all visitors share one address, and its limits: whoever runs the site should hear of that, once. */
function warnOfUnknownProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', ({ ip, socket, headers }, _reply, done) => {
    done();
    if (warned || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress || !isInternal(ip)) return;
    warned = true;
    app.log.warn(
      `Requests come through a proxy at ${ip} that TRUST_PROXY does not list, so that all who come through it share the limits of one address`,
    );
  });
}
