import { type CommunityActivity, minDrawnMembers } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { perContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { firstIdAt } from '../../platform/id.ts';
import { visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { beginningOf, day, lastMonths, monthOf } from './months.ts';

const months = 12;

/** How long the activity of the community may be outdated (milliseconds): every page of Explore has it. */
const ttl = 60_000;

interface Row {
  day: number;
  members: number;
  posts: number;
  answered: number;
}

/** Reads the activity of the community, at most a minute old. */
export const communityActivityOf = perContext(({ db }) => {
  const cache = new LRUCache<'all', CommunityActivity>({
    max: 1,
    ttl,
    // Does not store that a site has too few members.
    fetchMethod: async () => {
      const read = await readCommunityActivity(db);
      return read.months.length > 0 ? read : undefined;
    },
  });
  return async (): Promise<CommunityActivity> => (await cache.fetch('all')) ?? { months: [] };
});

/** Counts by month all new members, the public posts and those of them that were answered. A post is answered if it is not unanswered (posts/sources.ts): another member commented on it. */
export async function readCommunityActivity(db: Db, now = new Date()): Promise<CommunityActivity> {
  const first =
    await db.all`select id from ${visiblePeople('members')} u where id > '' order by id limit cast(${minDrawnMembers} as integer)`;
  if (first.length < minDrawnMembers) return { months: [] };
  const counts = new Map(lastMonths(months, now).map((month) => [month, { month, members: 0, posts: 0, answered: 0 }]));
  const [month] = counts.keys();
  const since = firstIdAt(beginningOf(month));
  const rows = await db.all<Row>`
    select day, sum(is_member) as members, sum(1 - is_member) as posts, sum(is_answered) as answered from (
      select * from (
        select created_at / 86400000 as day, 1 as is_member, 0 as is_answered from ${visiblePeople('members')} u
        where id >= ${since} order by id desc limit 5000
      ) newest_people
      union all
      select * from (
        select created_at / 86400000 as day, 0 as is_member,
          case when (select 1 from ${visibleComments('visitors')} c where c.post_id = p.id and c.user_id <> p.user_id limit 1) is null then 0 else 1 end
            as is_answered
        from ${visiblePosts('visitors')} p where id >= ${since} order by id desc limit 5000
      ) newest_posts
    ) both_kinds group by day order by day limit 400`;
  for (const row of rows) {
    const count = counts.get(monthOf(row.day * day));
    if (count) for (const name of ['members', 'posts', 'answered'] as const) count[name] += row[name];
  }
  return { months: [...counts.values()] };
}
