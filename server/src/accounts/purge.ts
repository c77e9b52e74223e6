import { clockTolerance } from '@dev-connector/contract';
import type { Context } from '../context.ts';
import { eachRange, repeat } from '../jobs/repeat.ts';
import { liveSessions } from './auth.ts';
import { rememberedFor } from './known-addresses.ts';

const interval = 60 * 60 * 1000; // ms

/** Rows that a statement reads or deletes, so that other writes run in between. A user has up to 20 known addresses and devices each. */
const batch = 500;

/**
 * Registers the job that deletes expired sessions, invitations, reset links, known addresses and known devices. They are useless already: every query checks
 * their dates. Also deletes those dated in the future by a clock that was ahead, which would last too long.
 */
export function registerAccountPurge({ db, jobs }: Context): void {
  jobs.every('accounts.purge', interval, async (signal) => {
    const now = Date.now();
    const latest = now + clockTolerance;
    const { usedAfter, madeAfter } = liveSessions(now);
    const oldest = now - rememberedFor;
    const deleteAll = (statement: () => Promise<number>) => repeat(statement, batch, signal);
    await eachRange(
      (after) => db.get<Last>`select max(id) as last from (select id from sessions where id > ${after} order by id limit ${batch}) as page`,
      (after, last) => db.run`
      delete from sessions where id > ${after} and id <= ${last} and (used_at <= ${usedAfter} or created_at <= ${madeAfter})`,
      signal,
    );
    await deleteAll(
      () => db.run`
      delete from invitations where id in (
        select id from invitations where expires_at <= ${now} or created_at > ${latest} or uses_left = 0 limit ${batch})`,
    );
    await deleteAll(
      () => db.run`
      delete from password_resets where id in (
        select id from password_resets where expires_at <= ${now} or created_at > ${latest} limit ${batch})`,
    );
    await eachRange(
      (after) =>
        db.get<Last>`select max(id) as last from (select id from users where id > ${after} order by id limit ${batch / 10}) as page`,
      async (after, last) => {
        await db.run`
          delete from known_addresses where user_id > ${after} and user_id <= ${last} and (used_at <= ${oldest} or used_at > ${latest})`;
        await db.run`
          delete from known_devices where user_id > ${after} and user_id <= ${last} and (used_at <= ${oldest} or used_at > ${latest})`;
      },
      signal,
    );
  });
}

interface Last {
  last: string | null;
}
