import type { Db } from './db/db.ts';
import { createEvents, type Events } from './events/events.ts';
import { type FragmentCache, fragmentCache } from './feed/fragments.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import { type RepositoryCache, repositoryCache } from './repositories/repositories.ts';
import { type ResumeCache, resumeCache } from './resume/resume-cache.ts';
import type { Settings } from './settings.ts';

/** What the features share. Built once per app and passed explicitly; modules hold no state of their own. */
export interface Context {
  settings: Settings;
  db: Db;
  events: Events;
  jobs: Jobs;
  cache: { posts: FragmentCache; profiles: FragmentCache; resumes: ResumeCache; repositories: RepositoryCache };
}

export const createContext = (settings: Settings, db: Db, log: JobLog): Context => ({
  settings,
  db,
  events: createEvents(),
  jobs: createJobs(db, log),
  cache: {
    posts: fragmentCache(96_000_000),
    profiles: fragmentCache(48_000_000),
    resumes: resumeCache(),
    repositories: repositoryCache(settings, db),
  },
});
