import type { TagActivity } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { firstIdAt } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { findTag } from '../tags/tags.ts';
import { isLeftOut, visiblePosts } from '../visibility/policy.ts';
import { beginningOf, lastMonths, monthOf } from './months.ts';

/** Months of the drawing, related tags, and posts with both that make a tag related. */
const [months, maxRelated, minPosts] = [24, 8, 2];

/** Counts the posts with a tag by month, and the other tags of these posts. Throws `tagNotFound`. */
export async function readTagActivity(db: Db, { id: viewer }: Member, sent: string, now = new Date()): Promise<TagActivity> {
  const { name } = await findTag(db, sent);
  const counts = new Map(lastMonths(months, now).map((month) => [month, 0]));
  const [first] = counts.keys();
  const rows = await db.all<{ created_at: number | null; tags: string | null }>`
    select (select created_at from ${visiblePosts({ id: viewer })} p where p.id = t.post_id) as created_at,
      (select string_agg(tag, ' ') from post_tags o where o.post_id = t.post_id) as tags
    from post_tags t where t.tag = ${name} and t.post_id >= ${firstIdAt(beginningOf(first))} and not ${isLeftOut(viewer, sql`t.post_id`)}
    order by t.post_id desc limit 2000`;
  const shared = new Map<string, number>();
  for (const { created_at, tags } of rows) {
    const month = created_at === null ? '' : monthOf(created_at);
    const posts = counts.get(month);
    if (posts === undefined) continue; // not visible, or older than its id
    counts.set(month, posts + 1);
    for (const tag of tags?.split(' ') ?? []) if (tag !== name) shared.set(tag, (shared.get(tag) ?? 0) + 1);
  }
  const related = [...shared].filter(([, posts]) => posts >= minPosts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return {
    months: Array.from(counts, ([month, posts]) => ({ month, posts })),
    related: related.slice(0, maxRelated).map(([name, posts]) => ({ name, posts })),
  };
}
