import type { Context } from '../context.ts';
import type { Transaction } from '../db/db.ts';
import { touchPosts } from './change-post.ts';

/** Rows per job. Each batch is one transaction, which enqueues the next. */
const batch = 100;

interface Row {
  id: string;
  post_id: string;
}

/** Registers what a changed name or avatar causes: jobs touch all posts that show it, those of the user and those with their comments. */
export function registerRenames({ db, jobs, events }: Pick<Context, 'db' | 'jobs' | 'events'>): void {
  events.on('user.renamed', async (tx, { userId }) => {
    await tx.run`update profiles set cache_version = cache_version + 1 where user_id = ${userId}`;
    for (const list of ['posts', 'comments'] as const)
      await jobs.enqueue(tx, { kind: 'posts.touch', payload: { userId, list, after: '' } });
  });
  jobs.handle('posts.touch', ({ userId, list, after }) =>
    db.transaction(async (tx) => {
      const rows = await (list === 'posts' ? postsBy(tx, userId, after) : commentsBy(tx, userId, after));
      const posts = [...new Set(rows.map(({ post_id }) => post_id))].sort(); // locks the posts in the order of their ids
      for (const id of posts) await touchPosts(tx, [id]);
      const last = rows.at(-1);
      if (last && rows.length === batch) await jobs.enqueue(tx, { kind: 'posts.touch', payload: { userId, list, after: last.id } });
    }),
  );
}

const postsBy = (tx: Transaction, userId: string, after: string) =>
  tx.all<Row>`select id, id as post_id from posts where user_id = ${userId} and id > ${after} order by id limit ${batch}`;

const commentsBy = (tx: Transaction, userId: string, after: string) =>
  tx.all<Row>`select id, post_id from comments where user_id = ${userId} and id > ${after} order by id limit ${batch}`;
