import type { Context } from '../context.ts';
import { firstId, type Transaction } from '../db/db.ts';
import type { JobPayloads } from '../jobs/kinds.ts';
import { touchPosts } from './change-post.ts';

/** Rows per job. Each batch is one transaction, which enqueues the next. */
const batch = 100;

interface Row {
  id: string;
  post_id: string;
}

/** All renames have this order, so that one batch at a time loads the database. */
const order = 'renames';

/** Registers the jobs that touch all posts that show a changed name, which are those of the user and those with their comments, or a changed headline. */
export function registerRenames({ db, jobs, events }: Pick<Context, 'db' | 'jobs' | 'events'>): void {
  // The start of a walk has a key, and its continuation another. So at most two jobs of a list wait, however often a member changes the name.
  const enqueue = (tx: Transaction, payload: JobPayloads['posts.touch']) =>
    jobs.enqueue(tx, { kind: 'posts.touch', payload, key: `${payload.userId} ${payload.list}${payload.after && ' next'}`, order });

  events.on('user.renamed', async (tx, { userId }) => {
    await tx.run`update profiles set cache_version = cache_version + 1 where user_id = ${userId}`;
    for (const list of ['posts', 'comments'] as const) await enqueue(tx, { userId, list, after: firstId });
  });
  events.on('user.headlineChanged', (tx, { userId }) => enqueue(tx, { userId, list: 'posts', after: firstId }));
  jobs.handle('posts.touch', ({ userId, list, after }) =>
    db.transaction(async (tx) => {
      const rows = await (list === 'posts' ? postsBy(tx, userId, after) : commentsBy(tx, userId, after));
      const posts = [...new Set(rows.map(({ post_id }) => post_id))];
      await tx.lock`select id from posts where id = any(${posts}) order by id`;
      await touchPosts(tx, posts);
      const last = rows.at(-1);
      if (last && rows.length === batch) await enqueue(tx, { userId, list, after: last.id });
    }),
  );
}

const postsBy = (tx: Transaction, userId: string, after: string) =>
  tx.all<Row>`select id, id as post_id from posts where user_id = ${userId} and id > ${after} order by id limit ${batch}`;

const commentsBy = (tx: Transaction, userId: string, after: string) =>
  tx.all<Row>`select id, post_id from comments where user_id = ${userId} and id > ${after} order by id limit ${batch}`;
