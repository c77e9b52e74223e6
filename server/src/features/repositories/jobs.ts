import type { Context } from '../../platform/context.ts';
import { eachRange } from '../../platform/jobs/repeat.ts';
import { enqueueRefresh, isOld, repositoryCache } from './repositories.ts';
import { deleteUnused, isOnProfile, readStored } from './store.ts';

declare module '../../platform/jobs/kinds.ts' {
  interface JobPayloads {
    /** Fetches and stores the repositories of a name on a profile, in lower case. */
    'repositories.refresh': { username: string };
  }
}

const day = 24 * 60 * 60_000; // ms
/** Rows per statement of the purge. */
const batch = 500;

/** Refreshes the repositories of names on profiles, and deletes those of names that no profile has. */
export function registerRepositories(context: Context): void {
  const { db, jobs, events, log } = context;
  events.on('profile.saved', async (tx, { githubusername }) => {
    const username = githubusername?.toLowerCase();
    if (username && !(await readStored(tx, username))) await enqueueRefresh(jobs, tx, username);
  });
  jobs.handle('repositories.refresh', async ({ username }) => {
    const stored = await readStored(db, username);
    if (stored && !isOld(stored)) return;
    if (!(await isOnProfile(db, username))) return;
    // A failure is no reason to retry: the next visitor of the profile enqueues the job again.
    await repositoryCache(context)
      .listings.fetch(username, { forceRefresh: true, context: { log } })
      .catch((err: unknown) => log.warn({ err }, 'the repositories of a profile were not refreshed'));
  });
  jobs.every('repositories.purge', day, (signal) => eachRange((after) => deleteUnused(db, after, batch), signal));
}
