import type { Db } from './db/db.ts';
import { type FragmentCache, fragmentCache } from './feed/fragments.ts';
import type { Settings } from './settings.ts';

/** What the features share. Built once per app and passed explicitly; modules hold no state of their own. */
export interface Context {
  settings: Settings;
  db: Db;
  cache: { posts: FragmentCache; profiles: FragmentCache };
}

export const createContext = (settings: Settings, db: Db): Context => ({
  settings,
  db,
  cache: { posts: fragmentCache(96_000_000), profiles: fragmentCache(48_000_000) },
});
