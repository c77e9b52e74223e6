import { LRUCache } from 'lru-cache';
import { type Context, perContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';

/** Maximum age of the cached number in milliseconds. */
const maxTtl = 60_000;

/** Caches the number for a millisecond per member, because counting reads as many rows. */
const cache = perContext(
  ({ db }) =>
    new LRUCache<'members', number>({
      max: 1,
      ttl: 1,
      fetchMethod: async (_key, _stale, { options }) => {
        const members = await countMembers(db);
        options.ttl = Math.min(Math.max(members, 1), maxTtl);
        return members;
      },
    }),
);

/** Returns the number of members, for every visit to the landing page. */
export const memberCount = async (context: Context): Promise<number> => (await cache(context).fetch('members')) ?? 0;

/** Subtracts the few deleted accounts, because counting all rows reads only an index. */
async function countMembers(db: Reader): Promise<number> {
  const counts = await db.get<{ members: number }>`
    select (select count(*) from users) - (select count(*) from users where deleted_at is not null) as members`;
  return counts?.members ?? 0;
}
