import { accounts } from './features/accounts/feature.ts';
import { activity } from './features/activity/feature.ts';
import { apiDocs } from './features/api-docs/feature.ts';
import { avatars } from './features/avatars/feature.ts';
import { bookmarks } from './features/bookmarks/feature.ts';
import { comments } from './features/comments/feature.ts';
import { cspReports } from './features/csp-reports/feature.ts';
import { deletion } from './features/deletion/feature.ts';
import { directory } from './features/directory/feature.ts';
import { drafts } from './features/drafts/feature.ts';
import { follows } from './features/follows/feature.ts';
import { handles } from './features/handles/feature.ts';
import { live } from './features/live/feature.ts';
import { media } from './features/media/feature.ts';
import { mentions } from './features/mentions/feature.ts';
import { monitoring } from './features/monitoring/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { offline } from './features/offline/feature.ts';
import { posts } from './features/posts/feature.ts';
import { previews } from './features/previews/feature.ts';
import { profiles } from './features/profiles/feature.ts';
import { repositories } from './features/repositories/feature.ts';
import { resume } from './features/resume/feature.ts';
import { search } from './features/search/feature.ts';
import { site } from './features/site/feature.ts';
import { storage } from './features/storage/feature.ts';
import { syndication } from './features/syndication/feature.ts';
import { tags } from './features/tags/feature.ts';
import type { Feature } from './platform/context.ts';
import { type Context, createContext, type Overrides } from './platform/context.ts';
import type { Db } from './platform/db/db.ts';
import type { JobLog } from './platform/jobs/worker.ts';
import type { Settings } from './platform/settings.ts';

/** All features. Each may import those before it. */
export const features: Feature[] = [
  monitoring,
  storage,
  handles,
  accounts,
  media,
  avatars,
  site,
  profiles,
  repositories,
  tags,
  mentions,
  posts,
  comments,
  activity,
  drafts,
  bookmarks,
  follows,
  notifications,
  live,
  directory,
  search,
  deletion,
  resume,
  previews,
  syndication,
  offline,
  cspReports,
  apiDocs,
];

/** Creates a context with the subscribers and jobs of all features. `jobs.start` runs them. */
export function openContext(settings: Settings, db: Db, log: JobLog, overrides?: Overrides, chosen = features): Context {
  const context = createContext(settings, db, log, overrides, chosen);
  for (const { register } of chosen) register?.(context);
  return context;
}
