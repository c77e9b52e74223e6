import type { TagActivity } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { firstIdAt } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { findTag } from '../tags/tags.ts';
import { isLeftOut, visiblePosts } from '../visibility/policy.ts';
import { beginningOf, day, lastMonths, monthOf } from './months.ts';

/** Months of the drawing, related tags, and posts with both that make a tag related. */
const [months, maxRelated, minPosts] = [24, 8, 2];

/** Counts the posts with a tag by month, and the other tags of these posts. Throws `tagNotFound`. */
export async function readTagActivity(db: Db, { id: viewer }: Member, sent: string, now = new Date()): Promise<TagActivity> {
  const { name } = await findTag(db, sent);
  const counts = new Map(lastMonths(months, now).map((month) => [month, 0]));
  const [first] = counts.keys();
  const since = beginningOf(first);
  // The inner limit is a constant, as in posts/sources.ts.
  const newest = sql`
    select id, created_at from (
      select t.post_id as id, (select created_at from ${visiblePosts({ id: viewer })} p where p.id = t.post_id) as created_at
      from post_tags t where t.tag = ${name} and t.post_id >= ${firstIdAt(since)} and not ${isLeftOut(viewer, sql`t.post_id`)}
      order by t.post_id desc limit 2000
    ) tagged where created_at >= ${since}`;
  const [days, related] = await Promise.all([
    db.all<{ day: number; posts: number }>`
      select day, count(*) as posts from (select created_at / 86400000 as day from (${newest}) newest) days group by day order by day limit 800`,
    db.all<{ name: string; posts: number }>`
      select o.tag as name, count(*) as posts from (${newest}) newest cross join post_tags o where o.post_id = newest.id and o.tag <> ${name}
      group by o.tag having count(*) >= cast(${minPosts} as integer) order by count(*) desc, o.tag limit cast(${maxRelated} as integer)`,
  ]);
  for (const { day: number, posts } of days) {
    const month = monthOf(number * day);
    counts.set(month, (counts.get(month) ?? 0) + posts);
  }
  return { months: Array.from(counts, ([month, posts]) => ({ month, posts })), related };
}
