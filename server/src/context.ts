import { LRUCache } from 'lru-cache';
import type { Db } from './db/db.ts';
import { createEvents, type Events } from './events/events.ts';
import { type FragmentCache, fragmentCache } from './feed/fragments.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import { type RepositoryCache, repositoryCache } from './repositories/repositories.ts';
import { type ResumeCache, resumeCache } from './resume/resume-cache.ts';
import type { Settings } from './settings.ts';
import { type SiteCache, siteCache } from './site/site.ts';

/** What the features share. Built once per app and passed explicitly; modules hold no state of their own. */
export interface Context {
  settings: Settings;
  db: Db;
  events: Events;
  jobs: Jobs;
  cache: {
    posts: Record<'counts' | 'likes' | 'comments' | 'both', FragmentCache>;
    profiles: Record<'whole' | 'listed' | 'card', FragmentCache>;
    resumes: ResumeCache;
    repositories: RepositoryCache;
    /** Link previews as PNG. */
    pictures: LRUCache<string, Uint8Array>;
  };
  site: SiteCache;
}

/** Bytes of each cache: about 24,000 posts of typical length without lists, 9,000 with both, 10,000 profiles, or 200 pictures. Together at most 152 MB. */
const [postBytes, profileBytes, pictureBytes] = [24_000_000, 16_000_000, 8_000_000];

export const createContext = (settings: Settings, db: Db, log: JobLog): Context => ({
  settings,
  db,
  events: createEvents(),
  jobs: createJobs(db, log),
  cache: {
    posts: {
      counts: fragmentCache(postBytes),
      likes: fragmentCache(postBytes),
      comments: fragmentCache(postBytes),
      both: fragmentCache(postBytes),
    },
    profiles: { whole: fragmentCache(profileBytes), listed: fragmentCache(profileBytes), card: fragmentCache(profileBytes) },
    resumes: resumeCache(),
    repositories: repositoryCache(settings, db),
    pictures: new LRUCache({ maxSize: pictureBytes, sizeCalculation: ({ length }) => length }),
  },
  site: siteCache(),
});
