import type { Db } from './db/db.ts';
import { type PostCache, postCache } from './posts/post-fragments.ts';
import { type ProfileCache, profileCache } from './profiles/profiles.ts';
import type { Settings } from './settings.ts';

/** What the features share. Built once per app and passed explicitly; modules hold no state of their own. */
export interface Context {
  settings: Settings;
  db: Db;
  cache: { posts: PostCache; profiles: ProfileCache };
}

export const createContext = (settings: Settings, db: Db): Context => ({
  settings,
  db,
  cache: { posts: postCache(), profiles: profileCache() },
});
