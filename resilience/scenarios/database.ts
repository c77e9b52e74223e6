import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../server/test/postgres.ts';
import { type Balancer, balance } from '../balancer.ts';
import { address, caller, milliseconds, quantile } from '../calls.ts';
import { comparePosts } from '../compare-posts.ts';
import { createMembers, type Member } from '../members.ts';
import { grows, progress, Report, type Scenario, withCleanup } from '../scenario.ts';
import { type Environment, type RunningSite, startSite } from '../site.ts';

const sizes = {
  long: { restarts: 10, processes: 3, workers: 24, members: 2000, downtime: 3000 },
  short: { restarts: 1, processes: 2, workers: 6, members: 100, downtime: 300 },
};

interface Load {
  call: Balancer['call'];
  people: Member[];
  done: boolean;
  statuses: Map<number, number>;
  /** Ids of acknowledged posts by their texts. */
  posts: Map<string, string>;
  /** Posts that succeeded after a 503 and a retry with the same key. */
  retried: number;
}

/** Stops or crashes PostgreSQL under load, then checks that no acknowledged post is lost and that the site recovers without a restart. */
export const database: Scenario = {
  promise: 'a stopped database loses no acknowledged write, and the site recovers without a restart',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { restarts, processes, workers, members, downtime } = sizes[size];
      const postgres = await startPostgres({ safe: true });
      cleanup(postgres.remove);
      const folder = mkdtempSync(join(tmpdir(), 'dev-connector-resilience-'));
      cleanup(() => rmSync(folder, { recursive: true, force: true }));
      const settings: Environment = { DATA_DIR: folder, DATABASE_URL: postgres.url };
      const people = await createMembers(settings, members);
      // Started together: concurrent migrations must wait for each other.
      const sites = await Promise.all(
        Array.from({ length: processes }, () => startSite({ ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })),
      );
      cleanup(() => Promise.all(sites.map((site) => site.kill())));
      const balancer = balance(sites.map(({ url }) => url));
      cleanup(() => balancer.close());

      const load: Load = { call: balancer.call, people, done: false, statuses: new Map(), posts: new Map(), retried: 0 };
      const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(load, worker, report)));
      const recoveryTimes: number[] = [];
      for (let restart = 0; restart < restarts; restart++) {
        await grows(() => load.posts.size, 50);
        const refused = load.statuses.get(503) ?? 0;
        await postgres.end(restart % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
        await grows(() => load.statuses.get(503) ?? 0, 5, refused);
        await checkDuringOutage(sites, report);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * downtime));
        await postgres.start();
        const began = performance.now();
        await Promise.all(sites.map(ready));
        recoveryTimes.push(performance.now() - began);
        progress(`restart ${restart + 1} of ${restarts}: ready after ${milliseconds(recoveryTimes.at(-1) ?? 0)}`);
      }
      await grows(() => load.posts.size, 50);
      load.done = true;
      await working;
      report.check(
        size === 'short' || Math.max(...recoveryTimes) <= 5000,
        `It took ${milliseconds(Math.max(...recoveryTimes))} to recover`,
      );
      for (const site of sites) report.check(site.alive(), 'A process exited during the database outage');
      await comparePosts(settings, load.posts, report);
      report.figure(
        `${processes} processes; PostgreSQL stopped ${restarts} times under load, half of them crashes, for up to ${downtime / 1000} s: ${[...load.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}, no other status and no broken connection; all processes ready ${milliseconds(quantile(recoveryTimes, 0.5))} after PostgreSQL started, at most ${milliseconds(Math.max(...recoveryTimes))}`,
      );
      report.figure(
        `each of ${load.posts.size} acknowledged posts stored once, ${load.retried} of them retried after a 503 with the same \`Idempotency-Key\``,
      );
      return report;
    }),
};

async function work(load: Load, worker: number, report: Report): Promise<void> {
  for (let index = worker; !load.done; index += 37) {
    const { token } = load.people[index % load.people.length] as Member;
    try {
      if (index % 2 === 0) await post(load, index, token, report);
      else await ask(load, report, 'GET', index % 4 === 1 ? '/api/posts?limit=5' : '/api/profile', { token, from: address(index) });
    } catch (error) {
      report.check(false, `A call failed: ${(error as { code?: string }).code} ${(error as Error).message}`);
    }
  }
}

/** Retries after a 503 with the same key, as a client should. */
async function post(load: Load, index: number, token: string, report: Report): Promise<void> {
  const text = crypto.randomUUID();
  const options = { token, from: address(index), body: { text }, headers: { 'idempotency-key': text } };
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(load, report, 'POST', '/api/posts', options);
    if (reply.status === 200) {
      load.posts.set(text, reply.json()._id);
      if (attempt > 1) load.retried++;
      return;
    }
    if (reply.status !== 503) return; // `ask` has recorded it
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask(load: Load, report: Report, ...[method, path, options]: Parameters<Balancer['call']>) {
  const reply = await load.call(method, path, options);
  load.statuses.set(reply.status, (load.statuses.get(reply.status) ?? 0) + 1);
  report.check([200, 503].includes(reply.status), `${method} ${path} was answered with ${reply.status}`);
  report.check(reply.status !== 503 || reply.headers['retry-after'] !== undefined, 'A 503 had no Retry-After');
  return reply;
}

/** Checks that each process is alive and not ready. */
async function checkDuringOutage(sites: RunningSite[], report: Report): Promise<void> {
  for (const { url } of sites) {
    const call = caller(url, 2);
    report.check((await call('GET', '/healthz')).status === 200, '/healthz failed during the database outage');
    report.check((await call('GET', '/readyz')).status === 503, '/readyz succeeded during the database outage');
    call.close();
  }
}

async function ready({ url }: RunningSite): Promise<void> {
  const call = caller(url, 1);
  while ((await call('GET', '/readyz')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  call.close();
}
