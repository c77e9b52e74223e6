import { registerAccountPurge } from './accounts/purge.ts';
import { registerAvatars } from './avatars/jobs.ts';
import type { Db } from './db/db.ts';
import { registerDeletion } from './deletion/deletion-jobs.ts';
import { createEvents, type Events } from './events/events.ts';
import { type FragmentCache, fragmentCache } from './feed/fragments.ts';
import { registerAttemptPurge } from './http/rate-limits/attempts.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import { registerKeyPurge } from './posts/idempotency-keys.ts';
import { registerRenames } from './posts/renames.ts';
import { type RepositoryCache, registerRepositories, repositoryCache } from './repositories/repositories.ts';
import { type ResumeCache, resumeCache } from './resume/resume-cache.ts';
import type { Settings } from './settings.ts';
import { type MemberCount, memberCount } from './site/members.ts';
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
    members: MemberCount;
  };
  site: SiteCache;
}

/** Bytes of each cache: about 24,000 posts of typical length without lists, 9,000 with both, or 10,000 profiles. Together at most 144 MB. */
const [postBytes, profileBytes] = [24_000_000, 16_000_000];

/** Creates a context with the subscribers and jobs of all features. `jobs.start` runs them. */
export function createContext(settings: Settings, db: Db, log: JobLog): Context {
  const context: Context = {
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
      members: memberCount(db),
    },
    site: siteCache(),
  };
  for (const register of [registerDeletion, registerRenames, registerAccountPurge, registerKeyPurge, registerAttemptPurge, registerAvatars])
    register(context);
  registerRepositories(context, log);
  return context;
}
