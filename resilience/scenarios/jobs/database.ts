import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../../server/src/platform/db/db.ts';
import type { Report } from '../../scenario.ts';
import { createDatabase, databaseOf, type Engine, type Environment } from '../../site.ts';

declare module '../../../server/src/platform/jobs/kinds.ts' {
  interface JobPayloads {
    scenario: { number: number };
  }
}

/** Creates a database with tables for the orders, effects and runs of jobs. */
export async function jobsDatabase(engine: Engine, cleanup: (task: () => unknown) => void): Promise<{ settings: Environment; db: Db }> {
  const settings = await createDatabase(engine, cleanup);
  const db = await databaseOf(settings);
  cleanup(() => db.close());
  await db.run`create table orders (number bigint not null primary key)`;
  await db.run`create table effects (number bigint not null primary key)`;
  await db.run`create table runs (number bigint not null, process bigint not null, began bigint not null, ended bigint not null)`;
  return { settings, db };
}

/** Starts a process that runs jobs, and enqueues `count` of them from number `first`. Resolves when it has enqueued `enough` of them. */
export async function startJobs(settings: Environment, first = 0, count = 0, enough = 0) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'thread.ts'), String(first), String(count)], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  exited.then(() => child.stdout.destroy());
  let lines = 0;
  for await (const _line of createInterface(child.stdout)) if (++lines > enough) break;
  if (lines <= enough) throw new Error('A process with jobs exited too early');
  return {
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

interface JobCounts {
  left: number;
  leased: number;
  parked: number;
  orders: number;
  effects: number;
  runs: number;
}

async function countJobs(db: Db): Promise<JobCounts> {
  const counts = await db.get<JobCounts>`
    select (select count(*) from jobs) as left, (select count(*) from jobs where lease is not null) as leased,
      (select count(*) from jobs where failed_at is not null) as parked, (select count(*) from orders) as orders,
      (select count(*) from effects) as effects, (select count(*) from runs) as runs`;
  return counts as JobCounts;
}

/** Waits until no job is left. Reports a failure after two minutes. */
export async function waitUntilNoJobs(db: Db, report: Report): Promise<JobCounts> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const counts = await countJobs(db);
    if (counts.left === 0 || Date.now() > deadline) {
      report.check(counts.left === 0, `${counts.left} jobs are left, ${counts.leased} of them leased, ${counts.parked} parked`);
      return counts;
    }
    await delay(100);
  }
}

/** Checks that every committed order had its effect, and that no effect is without an order. */
export async function checkEffects(db: Db, report: Report): Promise<void> {
  const lost = await db.all`select number from orders where number not in (select number from effects)`;
  report.check(lost.length === 0, `${lost.length} committed jobs never ran`);
  const unordered = await db.all`select number from effects where number not in (select number from orders)`;
  report.check(unordered.length === 0, `${unordered.length} jobs ran although their transaction was rolled back`);
}
