import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { Value } from '../../src/platform/db/sql.ts';
import type { Handler, JobKind } from '../../src/platform/jobs/kinds.ts';
import { onCleanup } from '../cleanup.ts';
import { openSite } from '../site.ts';

declare module '../../src/platform/jobs/kinds.ts' {
  interface JobPayloads {
    note: { text: string };
    broken: { text: string };
    unknown: { text: string };
  }
}

const site = await openSite();
const { db } = site;
const { jobs } = site.app;
await jobs.runDue(); // the recurring jobs, which are due in a new database

/** What the handler of `note` does in the current test. */
let handler: Handler<{ text: string }>;
jobs.handle('note', (payload, signal) => handler(payload, signal));

const enqueue = (text: string, options: { key?: string; order?: string; runAt?: number } = {}, to = jobs) =>
  db.transaction((tx) => to.enqueue(tx, { kind: 'note', payload: { text }, ...options }));
const rows = () => db.all<{
  payload: string;
  attempts: number;
  failed_at: number | null;
  last_error: string | null;
  lease: string | null;
  run_at: number;
}>`
  select * from jobs where kind in ('note', 'broken', 'unknown') order by id`;
const makeDue = () => db.run`update jobs set run_at = 0 where kind in ('note', 'broken')`;

/** Collects the texts of the jobs that run. */
function collect(): string[] {
  const texts: string[] = [];
  handler = async ({ text }) => void texts.push(text);
  return texts;
}

test('runs a job after the commit that enqueues it, once, and never after a rollback', async () => {
  const texts = collect();
  await enqueue('one');
  const failing = db.transaction(async (tx) => {
    await jobs.enqueue(tx, { kind: 'note', payload: { text: 'two' } });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await jobs.runDue()).toBe(1);
  expect(await jobs.runDue()).toBe(0);
  expect(texts).toEqual(['one']);
  expect(await rows()).toEqual([]);
});

test('waits until a job is due', async () => {
  const texts = collect();
  await enqueue('later', { runAt: Date.now() + 3_600_000 });
  expect(await jobs.runDue()).toBe(0);
  await makeDue();
  expect(await jobs.runDue()).toBe(1);
  expect(texts).toEqual(['later']);
});

test('runs a job again at the time that its handler returns', async () => {
  let runs = 0;
  handler = async () => (++runs < 3 ? Date.now() : undefined);
  await enqueue('long');
  expect(await jobs.runDue()).toBe(3);
  expect(await rows()).toEqual([]);
});

test('leaves a running job to its process, also in a process whose clock is a minute ahead', async () => {
  let others: number | undefined;
  handler = async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 79_000 }); // a minute ahead, at the end of the run
    others = await jobs.runDue();
    vi.useRealTimers();
  };
  await enqueue('slow');
  expect(await jobs.runDue()).toBe(1);
  expect(others).toBe(0);
});

describe('a job that fails', () => {
  test('is tried again later and then parked with its error', async () => {
    let runs = 0;
    handler = async () => {
      runs++;
      throw new RangeError(`Broken ${'x'.repeat(10_000)}`);
    };
    await enqueue('broken');
    for (let attempt = 1; attempt <= 10; attempt++) {
      const before = Date.now();
      expect(await jobs.runDue()).toBe(1);
      expect(runs).toBe(attempt);
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: attempt, lease: null });
      expect(row?.run_at).toBeGreaterThanOrEqual(before + Math.min(900_000, 1000 * 2 ** attempt) / 2);
      expect(row?.failed_at === null).toBe(attempt < 10);
      expect(await jobs.runDue()).toBe(0);
      await makeDue();
    }
    expect(await jobs.runDue()).toBe(0);
    const [row] = await rows();
    expect(row?.last_error).toMatch(/^RangeError: Broken x{50}/);
    expect(row?.last_error?.length).toBeLessThanOrEqual(500);
    expect(jobs.outcomes.get('note')?.failed).toBe(10);
    await db.run`delete from jobs where kind = 'note'`;
  });

  test('does not stop the others', async () => {
    const texts: string[] = [];
    handler = async ({ text }) => {
      if (text.startsWith('bad')) throw new Error('bad');
      texts.push(text);
    };
    for (let index = 0; index < 10; index++) await enqueue(`${index % 2 ? 'bad' : 'good'} ${index}`);
    expect(await jobs.runDue()).toBe(10);
    expect(texts.sort()).toEqual(['good 0', 'good 2', 'good 4', 'good 6', 'good 8']);
    await db.run`delete from jobs where kind = 'note'`;
  });

  test('is parked if the process has ended during its last attempt', async () => {
    const texts = collect();
    await enqueue('deadly');
    await db.run`update jobs set attempts = 10, lease = 'gone', run_at = 0 where kind = 'note'`;
    expect(await jobs.runDue()).toBe(1);
    expect(texts).toEqual([]);
    expect(await rows()).toMatchObject([{ failed_at: expect.any(Number), lease: null }]);
    await db.run`delete from jobs where kind = 'note'`;
  });
});

describe('a job that is put off', () => {
  test('runs at that time, and keeps the number of its failed attempts', async () => {
    const later = Date.now() + 3_600_000;
    let failing = true;
    handler = async () => {
      if (failing) throw new Error('down');
      return { putOffUntil: later };
    };
    await enqueue('patient');
    for (let attempt = 0; attempt < 2; attempt++) {
      await jobs.runDue();
      await makeDue();
    }
    failing = false;
    const outcomes = { ...jobs.outcomes.get('note') };
    expect(await jobs.runDue()).toBe(1);
    expect(await rows()).toMatchObject([{ attempts: 2, run_at: later, lease: null, last_error: 'Error: down', failed_at: null }]);
    expect(jobs.outcomes.get('note')).toEqual(outcomes);
    await db.run`delete from jobs where kind = 'note'`;
  });

  test('runs now if it was enqueued again while it ran', async () => {
    const texts: string[] = [];
    handler = async ({ text }) => {
      if (texts.push(text) === 2) return undefined;
      await enqueue('again', { key: 'same' });
      return { putOffUntil: Date.now() + 3_600_000 };
    };
    await enqueue('first', { key: 'same' });
    expect(await jobs.runDue()).toBe(2);
    expect(texts).toEqual(['first', 'again']);
    expect(await rows()).toEqual([]);
  });
});

describe('a key', () => {
  test('makes a job unique per kind and replaces its payload', async () => {
    const texts = collect();
    for (const text of ['a', 'b', 'c']) await enqueue(text, { key: 'same' });
    await enqueue('other', { key: 'different' });
    expect(await jobs.runDue()).toBe(2);
    expect(texts.sort()).toEqual(['c', 'other']);
  });

  test('lets a waiting job run at the earlier of two times', async () => {
    const texts = collect();
    const hour = 3_600_000;
    await enqueue('later', { key: 'same', runAt: Date.now() + hour });
    await enqueue('now', { key: 'same' });
    await enqueue('now, too', { key: 'same', runAt: Date.now() + hour });
    expect(await jobs.runDue()).toBe(1);
    expect(texts).toEqual(['now, too']);
  });

  test('lets a job that is enqueued while it runs run again before the time that its handler returns', async () => {
    const texts: string[] = [];
    handler = async ({ text }) => {
      texts.push(text);
      if (text === 'second') return undefined;
      await enqueue('second', { key: 'same' });
      return Date.now() + 3_600_000;
    };
    await enqueue('first', { key: 'same' });
    expect(await jobs.runDue()).toBe(2);
    expect(texts).toEqual(['first', 'second']);
  });

  test('lets a job that is enqueued while it runs run again', async () => {
    const texts: string[] = [];
    handler = async ({ text }) => {
      texts.push(text);
      if (text === 'first') await enqueue('second', { key: 'same' });
    };
    await enqueue('first', { key: 'same' });
    expect(await jobs.runDue()).toBe(2);
    expect(texts).toEqual(['first', 'second']);
    expect(await rows()).toEqual([]);
  });

  test('revives a parked job, and keeps the backoff of a failing one', async () => {
    const texts = collect();
    await enqueue('parked', { key: 'same' });
    await db.run`update jobs set failed_at = 1, attempts = 10 where kind = 'note'`;
    await enqueue('revived', { key: 'same' });
    expect(await jobs.runDue()).toBe(1);
    handler = async () => {
      throw new Error('down');
    };
    await enqueue('failing', { key: 'same' });
    expect(await jobs.runDue()).toBe(1);
    await enqueue('failing again', { key: 'same' });
    expect(await jobs.runDue()).toBe(0);
    expect(await rows()).toMatchObject([{ attempts: 1 }]);
    expect(texts).toEqual(['revived']);
    await db.run`delete from jobs where kind = 'note'`;
  });
});

test('refuses a payload above 4 KB and a second handler of a kind', async () => {
  await expect(enqueue('x'.repeat(4096))).rejects.toThrow('more than 4096 bytes');
  expect(() => jobs.handle('note', async () => {})).toThrow('two handlers');
});

test('leaves jobs of kinds that only a newer program knows', async () => {
  await db.transaction((tx) => jobs.enqueue(tx, { kind: 'unknown', payload: { text: 'new' } }));
  expect(await jobs.runDue()).toBe(0);
  expect(await rows()).toMatchObject([{ attempts: 0, failed_at: null }]);
  await db.run`update jobs set run_at = 0 where kind = 'unknown'`;
  expect(await jobs.delay()).toBe(0);
  await db.run`delete from jobs where kind = 'unknown'`;
});

describe('ten processes on one database', () => {
  const apps: Array<Awaited<ReturnType<typeof buildApp>>> = [];
  const runs: Array<{ text: string; process: number }> = [];
  const running = new Map<string, number>();
  let most = 0;

  beforeAll(async () => {
    for (let index = 0; index < 10; index++) {
      const app = await buildApp({ settings: site.settings, db, worker: false });
      onCleanup(() => app.close());
      apps.push(app);
      app.jobs.handle('note', async ({ text }) => {
        const order = text.split(' ')[0] as string;
        running.set(order, (running.get(order) ?? 0) + 1);
        most = Math.max(most, running.get(order) ?? 0);
        await new Promise(setImmediate);
        runs.push({ text, process: index });
        running.set(order, (running.get(order) ?? 0) - 1);
      });
    }
  });

  test('run each job once, and those of one order one after another', async () => {
    const texts = Array.from({ length: 60 }, (_, index) => `${index % 6} ${index}`);
    for (const text of texts) await enqueue(text, { order: text.split(' ')[0] as string });
    // A process finds no job while the next one of each order runs elsewhere.
    while ((await rows()).length > 0) await Promise.all(apps.map((app) => app.jobs.runDue()));
    expect(runs.map(({ text }) => text).sort()).toEqual([...texts].sort());
    for (let order = 0; order < 6; order++) {
      const numbers = runs.filter(({ text }) => text.startsWith(`${order} `)).map(({ text }) => Number(text.split(' ')[1]));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
    expect(most).toBe(1);
  });

  test('run a recurring job once per interval', async () => {
    let count = 0;
    for (const app of apps) {
      app.jobs.every('hourly', 3_600_000, async () => void count++);
      await app.jobs.schedule();
    }
    const runAll = () => Promise.all(apps.map((app) => app.jobs.runDue()));
    for (let round = 1; round <= 3; round++) {
      await runAll();
      expect(count).toBe(round);
      expect(await db.all`select id from jobs where kind = 'hourly' and run_at > ${Date.now() + 3_500_000}`).toHaveLength(1);
      await db.run`update jobs set run_at = 0 where kind = 'hourly'`;
    }
  });
});

test('runs a recurring job again at the time that its handler returns', async () => {
  const app = await buildApp({ settings: site.settings, db });
  onCleanup(() => app.close());
  let runs = 0;
  app.jobs.every('in-parts', 3_600_000, async () => (++runs < 3 ? Date.now() : undefined));
  await app.jobs.schedule();
  await app.jobs.runDue(['in-parts' as JobKind]);
  expect(runs).toBe(3);
  expect(await db.all`select id from jobs where kind = 'in-parts' and run_at > ${Date.now() + 3_500_000}`).toHaveLength(1);
});

describe('a worker', () => {
  const open = async () => {
    const app = await buildApp({ settings: site.settings, db });
    onCleanup(() => app.close());
    return app;
  };

  test('runs a job as soon as it is committed', async () => {
    const app = await open();
    const done = Promise.withResolvers<string>();
    app.jobs.handle('note', async ({ text }) => done.resolve(text));
    await enqueue('now', {}, app.jobs);
    expect(await done.promise).toBe('now');
    await app.close();
  });

  test('runs as many jobs of a kind at the same time as it has slots of its own, and others meanwhile', async () => {
    const app = await open();
    const [others, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [running, most, left] = [0, 0, 8];
    const done = Promise.withResolvers<void>();
    app.jobs.handle(
      'broken',
      async () => {
        most = Math.max(most, ++running);
        await finish.promise;
        running--;
        if (--left === 0) done.resolve();
      },
      { ownSlots: 2 },
    );
    app.jobs.handle('note', async () => others.resolve());
    await db.transaction(async (tx) => {
      for (let index = 0; index < 8; index++) await app.jobs.enqueue(tx, { kind: 'broken', payload: { text: `${index}` } });
      await app.jobs.enqueue(tx, { kind: 'note', payload: { text: 'other' }, runAt: Date.now() });
    });
    await others.promise;
    finish.resolve();
    await done.promise;
    expect(most).toBe(2);
    await app.close();
  });

  test('runs jobs of a kind with slots of its own while those of other kinds take all others, and the other way round', async () => {
    const app = await open();
    const finish = Promise.withResolvers<void>();
    const running: string[] = [];
    const reached = Promise.withResolvers<void>();
    const hold = (kind: string) => async () => {
      if (running.push(kind) === 6) reached.resolve();
      await finish.promise;
    };
    app.jobs.handle('broken', hold('broken'));
    app.jobs.handle('note', hold('note'), { ownSlots: 2 });
    await db.transaction(async (tx) => {
      for (let index = 0; index < 8; index++)
        for (const kind of ['broken', 'note'] as const) await app.jobs.enqueue(tx, { kind, payload: { text: `${index}` } });
    });
    await reached.promise;
    expect(running.toSorted()).toEqual(['broken', 'broken', 'broken', 'broken', 'note', 'note']);
    const stopped = app.jobs.stop();
    finish.resolve();
    await stopped;
    await db.run`delete from jobs where kind in ('broken', 'note')`;
  });

  test('runs a job of a kind with slots of its own although others are always due and end before the worker looks again', async () => {
    const isIdle = async () => !(await db.get`select id from jobs where lease is not null`);
    const slow: Db = {
      ...db,
      async all<Row>(sql: TemplateStringsArray, ...values: Value[]) {
        while (!(await isIdle())) await new Promise(setImmediate);
        return db.all<Row>(sql, ...values);
      },
    };
    const app = await buildApp({ settings: site.settings, db: slow });
    onCleanup(() => app.close());
    const ran = Promise.withResolvers<void>();
    let runs = 0;
    app.jobs.handle('broken', async () => {
      if (++runs === 100) ran.reject(new Error('The other job did not run'));
      return runs < 100 ? 1 : undefined; // due again, longer than any other
    });
    app.jobs.handle('note', async () => ran.resolve(), { ownSlots: 1 });
    await db.transaction(async (tx) => {
      for (let index = 0; index < 8; index++) await app.jobs.enqueue(tx, { kind: 'broken', payload: { text: `${index}` }, runAt: 1 });
      await app.jobs.enqueue(tx, { kind: 'note', payload: { text: 'own' } });
    });
    await ran.promise;
    await app.jobs.stop();
    await db.run`delete from jobs where kind in ('broken', 'note')`;
  });

  test('finishes the running jobs and takes no others when it stops', async () => {
    const app = await open();
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let ended = false;
    app.jobs.handle('note', async () => {
      begun.resolve();
      await finish.promise;
      ended = true;
    });
    await enqueue('running', {}, app.jobs);
    await begun.promise;
    const stopped = app.jobs.stop();
    await enqueue('waiting', {}, app.jobs);
    finish.resolve();
    await stopped;
    expect(ended).toBe(true);
    expect(await rows()).toMatchObject([{ payload: '{"text":"waiting"}', attempts: 0, lease: null }]);
    await db.run`delete from jobs where kind = 'note'`;
  });

  test('aborts and releases a job that does not finish within the drain time', async () => {
    const app = await open();
    const begun = Promise.withResolvers<AbortSignal>();
    app.jobs.handle('note', async (_payload, signal) => {
      begun.resolve(signal);
      await delay(60_000, undefined, { signal, ref: false });
    });
    await enqueue('slow', {}, app.jobs);
    const signal = await begun.promise;
    await app.jobs.stop(0);
    expect(signal.aborted).toBe(true);
    expect(await rows()).toMatchObject([{ attempts: 0, lease: null, last_error: null }]);
    await db.run`delete from jobs where kind = 'note'`;
  });
});
