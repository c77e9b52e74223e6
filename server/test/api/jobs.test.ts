import { expect, test } from 'vitest';
import { openSite } from '../site.ts';

declare module '../../src/jobs/kinds.ts' {
  interface JobPayloads {
    note: { text: string };
    other: { text: string };
  }
}
const site = await openSite();
const { db } = site;
const { jobs } = site.app;

test('runs a job after the transaction that enqueues it, and never after a rollback', async () => {
  const notes: string[] = [];
  jobs.handle('note', async ({ text }) => void notes.push(text));
  await db.transaction((tx) => jobs.enqueue(tx, { kind: 'note', payload: { text: 'one' } }));
  await expect(
    db.transaction(async (tx) => {
      await jobs.enqueue(tx, { kind: 'note', payload: { text: 'two' } });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await jobs.runDue()).toBe(1);
  expect(notes).toEqual(['one']);
  expect(await jobs.runDue()).toBe(0);
});
