import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../server/test/postgres.ts';
import { comparePosts } from './acknowledged.ts';
import { type Balancer, balance } from './balancer.ts';
import { address, caller, milliseconds, quantile } from './calls.ts';
import { crowd, type Member } from './members.ts';
import { Findings, type Proof, progress, withCleanup } from './proof.ts';
import { type Environment, type Running, startSite } from './site.ts';

const sizes = {
  long: { restarts: 10, processes: 3, workers: 24, members: 2000, away: 3000 },
  short: { restarts: 2, processes: 2, workers: 6, members: 100, away: 300 },
};

interface Load {
  call: Balancer['call'];
  people: Member[];
  done: boolean;
  statuses: Map<number, number>;
  /** Acknowledged posts: their ids by their texts. */
  posts: Map<string, string>;
  /** Posts that were answered with 503 at first, and sent again with the same key. */
  again: number;
}

/** The database goes away in the midst of writes, politely or in a crash, and comes back: what was acknowledged is there, and the site recovers by itself. */
export const database: Proof = {
  promise: 'a database that stops costs no acknowledged write, and nobody has to restart the site',
  run: (size) =>
    withCleanup(async (afterwards) => {
      const findings = new Findings();
      const { restarts, processes, workers, members, away } = sizes[size];
      const postgres = await startPostgres({ safe: true });
      afterwards(postgres.remove);
      const folder = mkdtempSync(join(tmpdir(), 'dev-connector-torture-'));
      afterwards(() => rmSync(folder, { recursive: true, force: true }));
      const settings: Environment = { DATA_DIR: folder, DATABASE_URL: postgres.url };
      const people = await crowd(settings, members);
      // Together: their migrations wait for each other's.
      const sites = await Promise.all(
        Array.from({ length: processes }, () => startSite({ ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' })),
      );
      afterwards(() => Promise.all(sites.map((site) => site.kill())));
      const balancer = balance(sites.map(({ url }) => url));
      afterwards(() => balancer.close());

      const load: Load = { call: balancer.call, people, done: false, statuses: new Map(), posts: new Map(), again: 0 };
      const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(load, worker, findings)));
      const back: number[] = [];
      for (let restart = 0; restart < restarts; restart++) {
        await more(() => load.posts.size, 50);
        const refused = load.statuses.get(503) ?? 0;
        await postgres.end(restart % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
        await more(() => load.statuses.get(503) ?? 0, 5, refused);
        await whileItIsGone(sites, findings);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * away));
        await postgres.start();
        const began = performance.now();
        await Promise.all(sites.map(ready));
        back.push(performance.now() - began);
        progress(`restart ${restart + 1} of ${restarts}: ready again after ${milliseconds(back.at(-1) ?? 0)}`);
      }
      await more(() => load.posts.size, 50);
      load.done = true;
      await working;
      findings.check(size === 'short' || Math.max(...back) <= 5000, `It took ${milliseconds(Math.max(...back))} to recover`);
      for (const site of sites) findings.check(site.alive(), 'A process ended because its database was gone');
      await comparePosts(settings, load.posts, findings);
      findings.figure(
        `${processes} processes on PostgreSQL that is ended ${restarts} times under load, half of them as in a crash, for up to ${away / 1000} s: ${[...load.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}, no other answer and no broken connection; all ready ${milliseconds(quantile(back, 0.5))} after the database was, at most ${milliseconds(Math.max(...back))}`,
      );
      findings.figure(
        `each of ${load.posts.size} acknowledged posts there once, ${load.again} of them sent again after a 503 with the same \`Idempotency-Key\``,
      );
      return findings;
    }),
};

async function work(load: Load, worker: number, findings: Findings): Promise<void> {
  for (let index = worker; !load.done; index += 37) {
    const { token } = load.people[index % load.people.length] as Member;
    try {
      if (index % 2 === 0) await post(load, index, token, findings);
      else await ask(load, findings, 'GET', index % 4 === 1 ? '/api/posts?limit=5' : '/api/profile', { token, from: address(index) });
    } catch (error) {
      findings.check(false, `A call failed: ${(error as { code?: string }).code} ${(error as Error).message}`);
    }
  }
}

/** As a client should: what was answered with 503 is sent again with the same key, until it is done. */
async function post(load: Load, index: number, token: string, findings: Findings): Promise<void> {
  const text = crypto.randomUUID();
  const asked = { token, from: address(index), body: { text }, headers: { 'idempotency-key': text } };
  for (let attempt = 1; ; attempt++) {
    const reply = await ask(load, findings, 'POST', '/api/posts', asked);
    if (reply.status === 200) {
      load.posts.set(text, reply.json()._id);
      if (attempt > 1) load.again++;
      return;
    }
    if (reply.status !== 503) return; // has been said already
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask(load: Load, findings: Findings, ...[method, path, asked]: Parameters<Balancer['call']>) {
  const reply = await load.call(method, path, asked);
  load.statuses.set(reply.status, (load.statuses.get(reply.status) ?? 0) + 1);
  findings.check([200, 503].includes(reply.status), `${method} ${path} was answered with ${reply.status}`);
  findings.check(reply.status !== 503 || reply.headers['retry-after'] !== undefined, 'A 503 had no Retry-After');
  return reply;
}

/** Alive, and not ready. */
async function whileItIsGone(sites: Running[], findings: Findings): Promise<void> {
  for (const { url } of sites) {
    const call = caller(url, 2);
    findings.check((await call('GET', '/healthz')).status === 200, 'Without a database it said that it was not alive');
    findings.check((await call('GET', '/readyz')).status === 503, 'Without a database it said that it was ready');
    call.close();
  }
}

async function ready({ url }: Running): Promise<void> {
  const call = caller(url, 1);
  while ((await call('GET', '/readyz')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  call.close();
}

/** Waits until the count is so much higher than it was. */
async function more(count: () => number, by: number, than = count()): Promise<void> {
  while (count() < than + by) await new Promise((resolve) => setTimeout(resolve, 20));
}
