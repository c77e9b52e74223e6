import type { Db } from './db/db.ts';
import { type FragmentCache, fragmentCache } from './feed/fragments.ts';
import type { Settings } from './settings.ts';

/** What the features share. Built once per app and passed explicitly; modules hold no state of their own. */
export interface Context {
  settings: Settings;
  db: Db;
  cache: {
    posts: Record<'counts' | 'likes' | 'comments' | 'both', FragmentCache>;
    profiles: Record<'whole' | 'listed' | 'card', FragmentCache>;
  };
}

/** Bytes of each cache: about 24,000 posts of typical length without lists, 9,000 with both, or 10,000 profiles. Together at most 144 MB. */
const [postBytes, profileBytes] = [24_000_000, 16_000_000];

export const createContext = (settings: Settings, db: Db): Context => ({
  settings,
  db,
  cache: {
    posts: {
      counts: fragmentCache(postBytes),
      likes: fragmentCache(postBytes),
      comments: fragmentCache(postBytes),
      both: fragmentCache(postBytes),
    },
    profiles: { whole: fragmentCache(profileBytes), listed: fragmentCache(profileBytes), card: fragmentCache(profileBytes) },
  },
});
