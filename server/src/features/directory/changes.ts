import type { Context } from '../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { repeat } from '../../platform/jobs/repeat.ts';

/** Changes read at a time, because applying one takes about 0.1 ms on the event loop, and changes deleted per statement. */
const [readBatch, batch] = [100, 500];

const keptFor = 24 * 60 * 60 * 1000; // ms
const interval = 60 * 60 * 1000; // ms

/** A change of the directory. `profileId` is null if all profiles may have changed. */
export interface Change {
  version: number;
  profile_id: string | null;
}

/**
 * Numbers a change of a profile, or of all profiles (null). Call it at the end of the transaction, because it locks the number until the commit: so the numbers
 * become visible in their order, and no reader skips one.
 */
export async function recordChange(tx: Transaction, profileId: string | null): Promise<void> {
  await tx.run`
    insert into directory_version (id, version) values ('directory', 1) on conflict (id) do update set version = directory_version.version + 1`;
  await tx.run`
    insert into directory_changes (version, profile_id, created_at)
    select version, ${profileId}, cast(${Date.now()} as bigint) from directory_version where id = 'directory'`;
}

/** Returns the number of the last change. */
export async function readDirectoryVersion(reader: Reader): Promise<number> {
  return (await reader.get<{ version: number }>`select version from directory_version where id = 'directory'`)?.version ?? 0;
}

/** Returns the changes that follow a version, oldest first; undefined if they are no longer stored, or if all profiles may have changed. */
export async function readChanges(reader: Reader, after: number): Promise<Change[] | undefined> {
  const changes = await reader.all<Change>`
    select version, profile_id from directory_changes where version > cast(${after} as bigint) order by version limit cast(${readBatch} as integer)`;
  const isComplete = changes[0]?.version === after + 1 && changes.every((change) => change.profile_id !== null);
  return isComplete ? changes : undefined;
}

/** Deletes at most `batch` changes that are older than a day. Returns their number. */
const deleteOldChanges = (db: Db): Promise<number> =>
  db.run`
    delete from directory_changes where version in (select version from directory_changes order by version limit cast(${batch} as integer))
      and created_at < ${Date.now() - keptFor}`;

/** Records the changes of profiles, and registers the job that deletes old ones. A process that has missed them reads all profiles again. */
export function registerDirectory({ db, events, jobs }: Context): void {
  events.on('profile.changed', async (tx, { profileId }) => {
    if (profileId) await recordChange(tx, profileId);
  });
  events.on('user.activityChanged', async (tx, { userId }) => {
    const profile = await tx.get<{ id: string }>`select id from profiles where user_id = ${userId}`;
    if (profile) await recordChange(tx, profile.id);
  });
  jobs.every('directory.purge', interval, (signal) => repeat(() => deleteOldChanges(db), batch, signal));
}
