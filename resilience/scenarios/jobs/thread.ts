import { setTimeout as delay } from 'node:timers/promises';
import { createJobs } from '../../../server/src/platform/jobs/jobs.ts';
import { databaseOf } from '../../site.ts';

/*
 * A process that runs the jobs of a scenario: `node thread.ts FIRST COUNT` also enqueues COUNT jobs from number FIRST, each in one transaction
 * with its row in `orders`. Prints a line when it starts and after each job, and runs until it is killed.
 */
const [first = 0, count = 0] = process.argv.slice(2).map(Number);
const db = await databaseOf(process.env);
const jobs = createJobs(db, { warn: (details, message) => console.error(message, details), error: console.error });

jobs.handle('scenario', async ({ number }) => {
  const began = Date.now();
  await delay(Math.random() * 20);
  // The effect is idempotent; the run is counted each time.
  await db.transaction(async (tx) => {
    await tx.run`insert into effects (number) values (${number}) on conflict (number) do nothing`;
    await tx.run`insert into runs (number, process, began, ended) values (${number}, ${process.pid}, ${began}, ${Date.now()})`;
  });
});
jobs.start();
process.stdout.write('ready\n');

for (let number = first; number < first + count; number++) {
  await db.transaction(async (tx) => {
    await tx.run`insert into orders (number) values (${number})`;
    await jobs.enqueue(tx, { kind: 'scenario', payload: { number } });
  });
  process.stdout.write(`${number}\n`);
  await delay(Math.random() * 10);
}
setInterval(() => {}, 60_000);
