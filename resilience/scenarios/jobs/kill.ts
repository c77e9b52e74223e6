import { setTimeout as delay } from 'node:timers/promises';
import { progress, Report, type Scenario, withCleanup } from '../../scenario.ts';
import { checkEffects, jobsDatabase, startJobs, waitUntilNoJobs } from './database.ts';

const sizes = { long: { kills: 50, jobs: 40 }, short: { kills: 2, jobs: 20 } };

/** Kills the process while it enqueues and runs jobs: after a few of them, after more each time, and at the end after nearly all. */
export const jobsKill: Scenario = {
  promise: 'no job is lost, and none stays leased',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { kills, jobs } = sizes[size];
      for (const engine of ['sqlite', 'postgres'] as const) {
        const { settings, db } = await jobsDatabase(engine, cleanup);
        const interrupted = new Set<string>();
        for (let kill = 0; kill < kills; kill++) {
          const enqueued = Math.ceil((jobs * (kill + 1)) / (kills + 1));
          const worker = await startJobs(settings, kill * jobs, jobs, enqueued);
          await delay(Math.random() * 20);
          await worker.kill();
          for (const { id } of await db.all<{ id: string }>`select id from jobs where lease is not null`) interrupted.add(id);
          progress(`${engine}: kill ${kill + 1} of ${kills}`);
        }
        await db.run`update jobs set run_at = 0 where lease is not null`; // as if the time of the leases had passed
        const began = performance.now();
        const last = await startJobs(settings);
        cleanup(() => last.kill());
        const { orders, effects, runs } = await waitUntilNoJobs(db, report);
        const waited = ((performance.now() - began) / 1000).toFixed(1);
        await checkEffects(db, report);
        report.check(orders > kills, `Only ${orders} jobs were committed: too few for a conclusion`);
        report.figure(
          `${engine}: ${kills} \`kill -9\` while ${orders} jobs were enqueued and run: ${orders - effects} lost, ${interrupted.size} interrupted and recovered, ${runs - effects} run twice with one effect; none leased ${waited} s after the last start, with the leases at their end`,
        );
      }
      return report;
    }),
};
