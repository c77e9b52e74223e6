import type { Context } from '../../platform/context.ts';
import { firstId, type Transaction } from '../../platform/db/db.ts';
import type { JobPayloads } from '../../platform/jobs/kinds.ts';
import { touchPosts, touchPostsOf } from './change-post.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Touches the posts or comments of a user that follow the id `after`. */
    'posts.touch': { userId: string; list: 'posts' | 'comments'; after: string };
  }
}

/** Rows per job. Each batch is one transaction, which enqueues the next. */
const batch = 100;

/** All renames have this order, so that one batch at a time loads the database. */
const order = 'renames';

/** Touches posts whose tags changed, and registers the jobs that touch them after a change of name or handle (the user's posts and those with their comments) or headline (the user's posts). */
export function registerRenames({ db, jobs, events }: Pick<Context, 'db' | 'jobs' | 'events'>): void {
  // The start of a walk has a key, and its continuation another. So at most two jobs of a list wait, however often a member changes the name.
  const enqueue = (tx: Transaction, payload: JobPayloads['posts.touch']) =>
    jobs.enqueue(tx, { kind: 'posts.touch', payload, key: `${payload.userId} ${payload.list}${payload.after && ' next'}`, order });

  const touchAll = async (tx: Transaction, { userId }: { userId: string }) => {
    for (const list of ['posts', 'comments'] as const) await enqueue(tx, { userId, list, after: firstId });
  };
  events.on('user.renamed', touchAll);
  events.on('user.handleChanged', touchAll);
  events.on('user.headlineChanged', (tx, { userId }) => enqueue(tx, { userId, list: 'posts', after: firstId }));
  events.on('post.tagsChanged', (tx, { postIds }) => touchPosts(tx, postIds));
  jobs.handle('posts.touch', ({ userId, list, after }) =>
    db.transaction(async (tx) => {
      const last = await touchPostsOf(tx, userId, list, after, batch);
      if (last !== undefined) await enqueue(tx, { userId, list, after: last });
    }),
  );
}
