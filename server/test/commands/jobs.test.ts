import { beforeEach, expect, test } from 'vitest';
import { databaseEnvironment, runHere } from '../program.ts';
import { openSite } from '../site.ts';

declare module '../../src/platform/jobs/kinds.ts' {
  interface JobPayloads {
    hello: { name: string };
  }
}

const site = await openSite();
const { db, app } = site;
const jobs = (...args: string[]) => runHere(['jobs', ...args], databaseEnvironment(site.settings));
const rows = () => db.all<{ id: string; attempts: number; failed_at: number | null }>`select id, attempts, failed_at from jobs`;

beforeEach(async () => {
  await db.run`delete from jobs`;
  await db.transaction((tx) => app.jobs.enqueue(tx, { kind: 'hello', payload: { name: 'Ada' } }));
});

const park = () => db.run`update jobs set failed_at = ${Date.now()}, attempts = 10, last_error = ${'Error: no\u001b[31m'}`;

test('lists jobs with their state and error', async () => {
  const [job] = await rows();
  expect((await jobs('list')).out).toMatch(new RegExp(`^${job?.id}  waiting  \\S+Z  hello  0\\n$`));
  await park();
  expect((await jobs('list')).out).toMatch(/ {2}parked {3}\S+Z {2}hello {2}10 {2}Error: no/);
  expect((await jobs('list')).out).not.toContain('\u001b');
  expect(JSON.parse((await jobs('list', '--json')).out)).toEqual({
    id: job?.id,
    kind: 'hello',
    state: 'parked',
    attempts: 10,
    lastError: 'Error: no\u001b[31m',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    payload: { name: 'Ada' },
  });
});

test('retries a parked job', async () => {
  await park();
  const [job] = await rows();
  expect(await jobs('retry', job?.id ?? '')).toMatchObject({ code: 0, out: 'The job runs within 10 seconds if the site is running.\n' });
  expect(await rows()).toEqual([{ id: job?.id, attempts: 0, failed_at: null }]);
});

test('discards a job', async () => {
  const [job] = await rows();
  expect(JSON.parse((await jobs('discard', job?.id ?? '', '--json')).out)).toEqual({ id: job?.id, done: 'discard' });
  expect(await rows()).toEqual([]);
});

test.for(['retry', 'discard'])('%s changes nothing while the job runs, or without its id', async (task) => {
  await db.run`update jobs set lease = 'held', run_at = ${Date.now() + 30_000}, attempts = 1`;
  const before = await rows();
  for (const id of [before[0]?.id ?? '', 'nobody', '%'])
    expect(await jobs(task, id)).toMatchObject({ code: 1, err: `There is no job with the id "${id}", or it is running.\n` });
  expect(await rows()).toEqual(before);
});

test('explains wrong arguments', async () => {
  for (const args of [['retry'], ['remove', 'x'], ['retry', 'x', 'y'], ['list', '--all']])
    expect(await jobs(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--help') });
  expect((await jobs('--help')).out).toContain('dev-connector jobs retry ID');
});
