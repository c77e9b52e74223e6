import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { deleteAccountBatch, deletePostBatch, findHidden } from './batches.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Deletes the rows of a hidden account. */
    'account.delete': { userId: string };
    /** Deletes the rows of a hidden post. */
    'post.delete': { postId: string };
  }
}

/** Batches per run of a job, so that a run ends long before its time limit. */
const maxBatches = 20;

/** Hidden rows without a job are looked for once an hour, in case their job was discarded or an older version of the program hid them. */
const searchInterval = 60 * 60 * 1000; // ms

/** All deletions have this order, so that one batch at a time loads the database. */
const order = 'deletion';

/** Registers the jobs that delete hidden accounts and posts. */
export function registerDeletion({ db, jobs, events, features }: Context): void {
  const deleteAccount = (tx: Transaction, userId: string) =>
    jobs.enqueue(tx, { kind: 'account.delete', payload: { userId }, key: userId, order });
  const deletePost = (tx: Transaction, postId: string) =>
    jobs.enqueue(tx, { kind: 'post.delete', payload: { postId }, key: postId, order });

  events.on('user.deleted', (tx, { userId }) => deleteAccount(tx, userId));
  events.on('post.deleted', async (tx, { postId, isHidden }) => {
    if (isHidden) await deletePost(tx, postId);
  });
  jobs.handle('account.delete', ({ userId }, signal) => inBatches((tx) => deleteAccountBatch(tx, features, userId), signal));
  jobs.handle('post.delete', ({ postId }, signal) => inBatches((tx) => deletePostBatch(tx, features, postId), signal));
  jobs.every('deletion.search', searchInterval, async () => {
    const { users, posts } = await findHidden(db);
    await db.transaction(async (tx) => {
      for (const id of users) await deleteAccount(tx, id);
      for (const id of posts) await deletePost(tx, id);
    });
  });

  /** Runs batches and lets requests run in between. Returns when the job continues, or undefined if nothing is left. */
  async function inBatches(batch: (tx: Transaction) => Promise<boolean>, signal: AbortSignal): Promise<number | undefined> {
    for (let batches = 0; batches < maxBatches && !signal.aborted; batches++) {
      if (!(await db.transaction(batch))) return undefined;
      await setImmediate();
    }
    return Date.now();
  }
}
