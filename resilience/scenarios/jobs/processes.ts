import { createJobs } from '../../../server/src/platform/jobs/jobs.ts';
import { Report, type Scenario, withCleanup } from '../../scenario.ts';
import { checkEffects, jobsDatabase, startJobs, waitUntilNoJobs } from './database.ts';

const sizes = { long: 5_000, short: 300 };
const processes = 10;
/** Half of the jobs have one of these ordering keys. */
const orders = 50;

interface Run {
  number: number;
  process: number;
  began: number;
  ended: number;
}

/** Ten processes run the jobs of one PostgreSQL database. */
export const jobsProcesses: Scenario = {
  promise: 'ten processes share the jobs without running one twice at the same time',
  run: (size) =>
    withCleanup(async (cleanup) => {
      const report = new Report();
      const { settings, db } = await jobsDatabase('postgres', cleanup);
      const jobs = createJobs(db, console);
      for (let number = 0; number < sizes[size]; number++) {
        const order = number % 2 === 0 ? { order: `order ${number % (2 * orders)}` } : {};
        await db.transaction(async (tx) => {
          await tx.run`insert into orders (number) values (${number})`;
          await jobs.enqueue(tx, { kind: 'scenario', payload: { number }, ...order });
        });
      }
      const workers = await Promise.all(Array.from({ length: processes }, () => startJobs(settings)));
      cleanup(() => Promise.all(workers.map((worker) => worker.kill())));
      await waitUntilNoJobs(db, report);
      await checkEffects(db, report);
      const runs = await db.all<Run>`select number, process, began, ended from runs order by number`;
      const duplicates = runs.length - new Set(runs.map(({ number }) => number)).size;
      report.check(duplicates === 0, `${duplicates} jobs ran twice`);
      const disordered = checkOrder(runs);
      report.check(disordered === 0, `${disordered} jobs ran before the end of the one before them in their order`);
      const byProcess = Object.values(Object.groupBy(runs, ({ process }) => process)).map((list) => list?.length ?? 0);
      report.check(size === 'short' || byProcess.length === processes, `Only ${byProcess.length} processes ran jobs`);
      const seconds = (Math.max(...runs.map(({ ended }) => ended)) - Math.min(...runs.map(({ began }) => began))) / 1000;
      report.figure(
        `${processes} processes on PostgreSQL, ${runs.length} jobs of 0 to 20 ms, half of them in ${orders} orders: ${Math.round(runs.length / seconds)} jobs/s, ${Math.min(...byProcess)} to ${Math.max(...byProcess)} per process, ${duplicates} run twice, ${disordered} out of order`,
      );
      return report;
    }),
};

/** Counts the jobs that began before the end of the previous one with their ordering key. */
function checkOrder(runs: Run[]): number {
  const ordered = runs.filter(({ number }) => number % 2 === 0);
  const groups = Object.values(Object.groupBy(ordered, ({ number }) => number % (2 * orders)));
  return groups.flatMap((group = []) => group.filter(({ began }, index) => began < (group[index - 1]?.ended ?? 0))).length;
}
