import { LRUCache } from 'lru-cache';
import { createPasswords, type PasswordCost, type Passwords } from '../features/accounts/passwords/password.ts';
import { registerAccountPurge } from '../features/accounts/purge.ts';
import { registerAvatars } from '../features/avatars/jobs.ts';
import { createViolations, type Violations } from '../features/csp-reports/violations.ts';
import { registerDeletion } from '../features/deletion/jobs.ts';
import { registerDirectory } from '../features/directory/changes.ts';
import { type Directory, openDirectory } from '../features/directory/directory.ts';
import { registerDrafts } from '../features/drafts/drafts.ts';
import { openTexts, type Texts } from '../features/markdown/texts.ts';
import type { ImageJob } from '../features/media/encode.ts';
import { openEncoders } from '../features/media/encoder.ts';
import { registerMediaPurge } from '../features/media/purge.ts';
import { type FollowingCache, followingCache } from '../features/posts/following.ts';
import { registerKeyPurge } from '../features/posts/idempotency-keys.ts';
import { registerRenames } from '../features/posts/renames.ts';
import { registerRendering } from '../features/posts/render-again.ts';
import { registerTop } from '../features/posts/top.ts';
import { registerProfiles } from '../features/profiles/profile-changes.ts';
import { registerRepositories } from '../features/repositories/jobs.ts';
import { type RepositoryCache, repositoryCache } from '../features/repositories/repositories.ts';
import { type ResumeCache, resumeCache } from '../features/resume/resume-cache.ts';
import { registerIndexing } from '../features/search/backfill.ts';
import { openSearch, type Search } from '../features/search/search-index.ts';
import { type MemberCount, memberCount } from '../features/site/members.ts';
import { type SiteCache, siteCache } from '../features/site/site.ts';
import { type SitemapStarts, sitemapStarts } from '../features/site/sitemap.ts';
import { openStorage, type Storage } from '../features/storage/stored-bytes.ts';
import { type FeedCache, feedCache } from '../features/syndication/feed.ts';
import { registerTags } from '../features/tags/tag-changes.ts';
import type { Db } from './db/db.ts';
import { createEvents, type Events } from './events/events.ts';
import { registerAttemptPurge } from './http/rate-limits/attempts.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import type { JobLog } from './jobs/worker.ts';
import { type FragmentCache, fragmentCache } from './lists/fragments.ts';
import { type JoinedCache, joinedCache } from './lists/pages.ts';
import type { RenderTime } from './rendering/renderer.ts';
import type { Workers } from './rendering/workers.ts';
import type { Settings } from './settings.ts';
import { openQueues, type Queues } from './work-queue/queues.ts';
import type { QueueLimits } from './work-queue/work-queue.ts';

/** State shared by the features. Built once per app and passed explicitly; modules hold no state. */
export interface Context {
  settings: Settings;
  db: Db;
  events: Events;
  jobs: Jobs;
  passwords: Passwords;
  cache: {
    posts: Record<'counts' | 'likes' | 'comments' | 'both', FragmentCache>;
    profiles: Record<'whole' | 'listed' | 'card', FragmentCache>;
    pages: JoinedCache;
    following: FollowingCache;
    resumes: ResumeCache;
    repositories: RepositoryCache;
    members: MemberCount;
    sitemap: SitemapStarts;
    /** Feeds for feed readers, by entity tag. */
    feeds: FeedCache;
    /** Link previews as PNG. */
    pictures: LRUCache<string, Uint8Array>;
  };
  site: SiteCache;
  directory: Directory;
  storage: Storage;
  /** Encodes uploaded images. */
  images: Workers<ImageJob>;
  texts: Texts;
  search: Search;
  queues: Queues;
  violations: Violations;
  /** Undefined: the defaults. */
  renderTime: RenderTime | undefined;
}

/** Bytes of each cache: about 24,000 posts of typical length without lists, 9,000 with both, 8,000 profiles, 300 pages of 20, the ids of 3,200 pages of Following, 200 pictures, or 40 images that were just uploaded. Together at most 170 MB. */
const [postBytes, profileBytes, pageBytes, followingBytes, pictureBytes, imageBytes] = [
  24_000_000, 12_000_000, 12_000_000, 8_000_000, 8_000_000, 8_000_000,
];

/** Undefined: the defaults. */
export interface ContextOptions {
  renderTime?: RenderTime | undefined;
  queueLimits?: Partial<QueueLimits> | undefined;
  passwordCost?: PasswordCost | undefined;
}

/** Creates a context with the subscribers and jobs of all features. `jobs.start` runs them. */
export function createContext(
  settings: Settings,
  db: Db,
  log: JobLog,
  { renderTime, queueLimits, passwordCost }: ContextOptions = {},
): Context {
  const queues = openQueues(db, queueLimits);
  const context: Context = {
    settings,
    db,
    events: createEvents(),
    jobs: createJobs(db, log),
    passwords: createPasswords(queues.hashes, passwordCost),
    cache: {
      posts: {
        counts: fragmentCache(postBytes),
        likes: fragmentCache(postBytes),
        comments: fragmentCache(postBytes),
        both: fragmentCache(postBytes),
      },
      profiles: { whole: fragmentCache(profileBytes), listed: fragmentCache(profileBytes), card: fragmentCache(profileBytes) },
      pages: joinedCache(pageBytes),
      following: followingCache(followingBytes),
      resumes: resumeCache(),
      repositories: repositoryCache(settings, db),
      members: memberCount(db),
      sitemap: sitemapStarts(db),
      feeds: feedCache(),
      pictures: new LRUCache({ maxSize: pictureBytes, sizeCalculation: ({ length }) => length }),
    },
    site: siteCache(),
    directory: openDirectory(db),
    storage: openStorage(db),
    images: openEncoders(queues.files, new LRUCache({ maxSize: imageBytes, sizeCalculation: ({ length }) => length }), renderTime),
    texts: openTexts(db, queues.texts, renderTime, settings.dataDir),
    search: openSearch(settings, db, queues.searches),
    queues,
    violations: createViolations(log),
    renderTime,
  };
  for (const register of [
    registerProfiles,
    registerDirectory,
    registerDrafts,
    registerRenames,
    registerDeletion,
    registerAccountPurge,
    registerKeyPurge,
    registerAttemptPurge,
    registerMediaPurge,
    registerRendering,
    registerTags,
    registerTop,
    registerIndexing,
  ])
    register(context);
  registerAvatars(context, log);
  registerRepositories(context, log);
  return context;
}
