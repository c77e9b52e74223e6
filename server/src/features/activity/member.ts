import { calendarDays, type MemberActivity } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import { firstIdAt } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { isLeftOut, visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { day } from './months.ts';

/** Returns the Monday on which a calendar of 53 weeks begins. Days are numbered from 1970-01-01, a Thursday. */
export function firstDayOf(today: number): number {
  const monday = today - ((today + 3) % 7);
  return monday - (calendarDays - 7);
}

interface Row {
  day: number;
  posts: number;
  comments: number;
}

/** Counts what a viewer may see of a member by day. The inner limits are constants, as in posts/sources.ts. Throws `userNotFound`. */
export async function readMemberActivity(db: Db, viewer: Member | undefined, userId: string, now = Date.now()): Promise<MemberActivity> {
  const by = viewer ?? 'visitors';
  const person = await db.get<{ hides_drawings: number | null }>`
    select hides_drawings from ${visiblePeople(by)} u where id = ${userId}`;
  if (!person) throw new Failure('userNotFound');
  if (person.hides_drawings === 1) return { days: [] };
  const since = firstDayOf(Math.floor(now / day)) * day;
  const isShown = (post: Sql) => (viewer ? sql`not ${isLeftOut(viewer.id, post)}` : sql`true`);
  const rows = await db.all<Row>`
    select day, sum(is_post) as posts, sum(1 - is_post) as comments from (
      select * from (
        select created_at / 86400000 as day, 1 as is_post from ${visiblePosts(by)} p
        where user_id = ${userId} and id >= ${firstIdAt(since)} and created_at >= ${since} and ${isShown(sql`p.id`)} order by id desc limit 5000
      ) own_posts
      union all
      select * from (
        select created_at / 86400000 as day, 0 as is_post from ${visibleComments(by)} c
        where user_id = ${userId} and id >= ${firstIdAt(since)} and created_at >= ${since}
          and (select id from ${visiblePosts(by)} p where p.id = c.post_id) is not null and ${isShown(sql`c.post_id`)}
        order by id desc limit 5000
      ) own_comments
    ) both_kinds group by day order by day limit 371`;
  return { days: rows.map((row) => ({ ...row, day: new Date(row.day * day).toISOString().slice(0, 10) })) };
}
