import type { Db } from './db/db.ts';
import { createEvents, type Events } from './events/events.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import { type PostCache, postCache } from './posts/post-fragments.ts';
import { type ProfileCache, profileCache } from './profiles/profiles.ts';
import { type RepositoryCache, repositoryCache } from './repositories/repositories.ts';
import type { Settings } from './settings.ts';

/** What the features share. Built once per app and passed explicitly; modules hold no state of their own. */
export interface Context {
  settings: Settings;
  db: Db;
  events: Events;
  jobs: Jobs;
  cache: { posts: PostCache; profiles: ProfileCache; repositories: RepositoryCache };
}

export const createContext = (settings: Settings, db: Db, log: JobLog): Context => ({
  settings,
  db,
  events: createEvents(),
  jobs: createJobs(db, log),
  cache: { posts: postCache(), profiles: profileCache(), repositories: repositoryCache(settings, db) },
});
