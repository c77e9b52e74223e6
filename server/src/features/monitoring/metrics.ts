import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { databaseFolder } from '../../platform/db/open.ts';
import { Failure } from '../../platform/errors.ts';
import { readQueueState } from '../../platform/jobs/admin.ts';
import { type Mailer, mailOf } from '../../platform/mail/mail.ts';
import { SettingError } from '../../platform/settings.ts';
import type { Queues } from '../../platform/work-queue/queues.ts';
import { countPeople } from '../accounts/members.ts';
import type { Violations } from '../csp-reports/violations.ts';
import { violationsOf } from '../csp-reports/violations.ts';
import { type Hub, hubOf } from '../live/hub.ts';
import { freeSpace } from '../storage/disk-space.ts';

/** TTL of the member counts in milliseconds: counting reads whole tables, and Prometheus scrapes every few seconds. */
const countsTtl = 60_000;

/**
 * Serves Prometheus metrics if enabled: `/metrics` on a local port (`metricsPort`), on the site with a token (`metricsToken`), or both. Must be registered before
 * any route.
 */
export async function registerMetrics(app: FastifyInstance, context: Context): Promise<void> {
  const { db, jobs, queues, settings } = context;
  const violations = violationsOf(context);
  const { metricsPort, metricsToken } = settings;
  if (metricsPort === undefined && metricsToken === undefined) return;
  const client = await import('prom-client'); // on demand, to save memory if metrics are off
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  measureRequests(app, registry, client);
  measureDatabase(registry, db, client);
  countMembers(registry, db, client);
  measureDisk(registry, databaseFolder(settings), client);
  measureJobs(registry, { db, jobs }, client);
  countWaiting(registry, queues, client);
  countViolations(registry, violations, client);
  countMails(registry, mailOf(context), client);
  countStreams(registry, app, hubOf(context), client);
  if (metricsToken !== undefined) serve(app, registry, metricsToken);
  if (metricsPort !== undefined) listen(app, registry, metricsPort);
}

type Client = typeof import('prom-client');

function measureJobs(registry: Registry, { db, jobs }: Pick<Context, 'db' | 'jobs'>, { Counter, Gauge }: Client): void {
  new Gauge({
    name: 'dev_connector_job_delay_seconds',
    help: 'How long the oldest due job has been due.',
    registers: [registry],
    async collect() {
      const delay = await jobs.delay().catch(() => Number.NaN);
      this.set(delay / 1000);
    },
  });
  new Gauge({
    name: 'dev_connector_jobs',
    help: 'Jobs by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const queue = await readQueueState(db).catch(() => undefined);
      for (const state of ['due', 'scheduled', 'parked'] as const) this.set({ state }, queue?.[state] ?? Number.NaN);
    },
  });
  new Counter({
    name: 'dev_connector_job_runs_total',
    help: 'Runs of jobs in this process by kind and result.',
    labelNames: ['kind', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, { succeeded, failed }] of jobs.outcomes) {
        this.inc({ kind, result: 'succeeded' }, succeeded);
        this.inc({ kind, result: 'failed' }, failed);
      }
    },
  });
}

function measureRequests(app: FastifyInstance, registry: Registry, { Histogram }: Client): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route and status. 429 counts rate limits, 503 counts load shedding.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.isStream && reply.statusCode === 200) return; // it lasts as long as the browser is open
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

/** Serves metrics on the loopback interface while the site runs. */
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
    app.log.info(`Metrics at http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  });
  app.addHook('onClose', async () => void server.close());
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const sameText = (one: string, other: string) => timingSafeEqual(sha256(one), sha256(other));

function measureDatabase(registry: Registry, db: Db, { Gauge }: Client): void {
  new Gauge({
    name: 'dev_connector_database_answer_seconds',
    help: 'Duration of a trivial query during this scrape; NaN if the database did not answer.',
    registers: [registry],
    async collect() {
      const start = performance.now();
      const row = await db.get`select 1 as one`.catch(() => undefined);
      this.set(row ? (performance.now() - start) / 1000 : Number.NaN);
    },
  });
}

function measureDisk(registry: Registry, folder: string, { Gauge }: Client): void {
  new Gauge({
    name: 'dev_connector_disk_free_bytes',
    help: 'Free space of the disk of the SQLite file, or of DATA_DIR with PostgreSQL.',
    registers: [registry],
    async collect() {
      this.set((await freeSpace(folder)) ?? Number.NaN);
    },
  });
}

function countWaiting(registry: Registry, queues: Queues, { Gauge }: Client): void {
  new Gauge({
    name: 'dev_connector_queue_waiting',
    help: 'Texts, files (images, link previews, PDFs), password hashes and searches that wait for their turn.',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      for (const [queue, { waiting }] of Object.entries(queues)) this.set({ queue }, waiting);
    },
  });
}

function countViolations(registry: Registry, { counts }: Violations, { Counter }: Client): void {
  new Counter({
    name: 'dev_connector_csp_reports_total',
    help: 'Reported violations of the content security policy in this process.',
    labelNames: ['directive', 'from'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { count, ...labels } of counts.values()) this.inc(labels, count);
    },
  });
}

function countMails(registry: Registry, { results }: Mailer, { Counter }: Client): void {
  new Counter({
    name: 'dev_connector_mails_total',
    help: 'Attempts to send a mail in this process by result.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const result of ['sent', 'deferred', 'rejected', 'expired'] as const) this.inc({ result }, results.get(result) ?? 0);
    },
  });
}

function countStreams(registry: Registry, app: FastifyInstance, hub: Hub, { Counter, Gauge }: Client): void {
  new Gauge({
    name: 'dev_connector_event_streams',
    help: 'Open streams of live updates in this process.',
    registers: [registry],
    collect() {
      this.set(app.eventStreams.size);
    },
  });
  new Counter({
    name: 'dev_connector_events_delivered_total',
    help: 'Live updates that this process delivered to streams.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(hub.delivered);
    },
  });
}

function countMembers(registry: Registry, db: Db, { Gauge }: Client): void {
  let last: { at: number; counts: ReturnType<typeof countPeople> } | undefined;
  new Gauge({
    name: 'dev_connector_people',
    help: 'Members and active sessions; counted at most once a minute.',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      if (!last || last.at < Date.now() - countsTtl) last = { at: Date.now(), counts: countPeople(db) };
      const counts = await last.counts.catch(() => undefined);
      if (!counts) last = undefined;
      this.set({ what: 'members' }, counts?.members ?? Number.NaN);
      this.set({ what: 'sessions' }, counts?.sessions ?? Number.NaN);
    },
  });
}
