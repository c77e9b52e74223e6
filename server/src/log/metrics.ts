import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { countPeople } from '../accounts/census.ts';
import type { Db } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { SettingError, type Settings } from '../settings.ts';

/** Milliseconds for which a count of people is kept: counting reads whole tables, and Prometheus asks every few seconds. */
const countsKept = 60_000;

/**
 * Counts what happens, in Prometheus' words, if a setting asks for it: `/metrics` then answers on a port of this machine's own, on the site itself behind
 * a token, or on both. Goes on the app before any route.
 */
export async function measure(app: FastifyInstance, db: Db, { metricsPort, metricsToken }: Settings): Promise<void> {
  if (metricsPort === undefined && metricsToken === undefined) return;
  const client = await import('prom-client'); // on demand: who counts nothing need not hold it
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  answers(app, registry, client);
  databaseAnswer(registry, db, client);
  people(registry, db, client);
  if (metricsToken !== undefined) serve(app, registry, metricsToken);
  if (metricsPort !== undefined) listen(app, registry, metricsPort);
}

type Client = typeof import('prom-client');

function answers(app: FastifyInstance, registry: Registry, { Histogram }: Client): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of its answer, by route and status. 429 are limits hit, 503 is load shed.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

function serve(app: FastifyInstance, registry: Registry, token: string): void {
  app.get('/metrics', async (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined) throw new Failure('noToken');
    if (!sameText(authorization, `Bearer ${token}`)) throw new Failure('tokenInvalid');
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return registry.metrics();
  });
}

/** Serves this machine alone, while the site runs. */
function listen(app: FastifyInstance, registry: Registry, port: number): void {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    const text = await registry.metrics().catch(() => undefined);
    if (text === undefined) return void response.writeHead(500).end();
    response.writeHead(200, { 'content-type': registry.contentType }).end(text);
  });
  app.addHook('onReady', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', (cause) => reject(new SettingError([`METRICS_PORT cannot be used: ${cause.message}.`], { cause })));
    server.listen(port, '127.0.0.1', resolve);
    await promise;
    app.log.info(`metrics are at http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  });
  app.addHook('onClose', async () => void server.close());
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const sameText = (one: string, other: string) => timingSafeEqual(sha256(one), sha256(other));

function databaseAnswer(registry: Registry, db: Db, { Gauge }: Client): void {
  new Gauge({
    name: 'dev_connector_database_answer_seconds',
    help: 'How long the database took for a trivial question just now; NaN where it did not answer.',
    registers: [registry],
    async collect() {
      const start = performance.now();
      const answered = await db.get`select 1 as one`.catch(() => undefined);
      this.set(answered ? (performance.now() - start) / 1000 : Number.NaN);
    },
  });
}

function people(registry: Registry, db: Db, { Gauge }: Client): void {
  let last: { at: number; counts: ReturnType<typeof countPeople> } | undefined;
  new Gauge({
    name: 'dev_connector_people',
    help: 'Members, and their live sessions; counted once a minute at most.',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      if (!last || last.at < Date.now() - countsKept) last = { at: Date.now(), counts: countPeople(db) };
      const counts = await last.counts.catch(() => undefined);
      if (!counts) last = undefined;
      this.set({ what: 'members' }, counts?.members ?? Number.NaN);
      this.set({ what: 'sessions' }, counts?.sessions ?? Number.NaN);
    },
  });
}
