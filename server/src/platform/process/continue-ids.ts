import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/db.ts';
import { continueFrom } from '../id.ts';

/** Milliseconds between reads of the newest ids of other processes. */
const interval = 60_000;

/** Makes new ids sort after those in the database: at start, and within a minute if the clock of another process is ahead. */
export async function continueIds(app: FastifyInstance, db: Db): Promise<void> {
  await readNewest(db);
  const warn = (err: unknown) => app.log.warn({ err }, 'cannot read the newest ids');
  const timer = setInterval(() => readNewest(db).catch(warn), interval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

async function readNewest(db: Db): Promise<void> {
  const rows = await db.all<{ id: string | null }>`
    select max(id) as id from users union all select max(id) from sessions union all select max(id) from profiles
    union all select max(id) from posts union all select max(id) from comments union all select max(id) from likes
    union all select max(id) from experiences union all select max(id) from educations`;
  for (const { id } of rows) if (id !== null) continueFrom(id);
}
