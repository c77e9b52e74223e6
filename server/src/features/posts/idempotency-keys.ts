import { idempotencyDays } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { repeat } from '../../platform/jobs/repeat.ts';

const interval = 24 * 60 * 60 * 1000; // ms

/** Rows per statement, so that other writes run in between. */
const batch = 500;

/** Registers the job that forgets old idempotency keys. Their indexes contain only rows that have a key, so they stay small. */
export function registerKeyPurge({ db, jobs }: Context): void {
  jobs.every('idempotency-keys.purge', interval, async (signal) => {
    const before = Date.now() - idempotencyDays * 24 * 60 * 60 * 1000;
    for (const table of [sql`posts`, sql`comments`]) {
      const forget = () => db.run`
        update ${table} set idempotency_key = null where id in (
          select id from ${table} where idempotency_key is not null and created_at < ${before} limit ${batch})`;
      await repeat(forget, batch, signal);
    }
  });
}
