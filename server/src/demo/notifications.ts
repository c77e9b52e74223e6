import type { Transaction } from '../platform/db/db.ts';
import { type Sql, sql } from '../platform/db/sql.ts';
import { firstIdAt } from '../platform/id.ts';

const day = 24 * 3_600_000; // ms

/** Notifies members of the likes, comments and followers of the last 90 days before `end` (milliseconds since 1970). Those of the last 14 days are unread. */
export async function insertNotifications(tx: Transaction, end: number): Promise<void> {
  const since = firstIdAt(end - 90 * day);
  const unreadSince = end - 14 * day;
  const readAt = (id: Sql) => sql`case when ${id} < ${firstIdAt(unreadSince)} then cast(${unreadSince} as bigint) end`;
  await tx.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, read_at)
    select p.user_id, 'like', l.user_id, p.id, l.id, p.id, ${readAt(sql`l.id`)}
    from likes l join posts p on p.id = l.post_id where l.id > ${since} and l.user_id <> p.user_id order by l.id on conflict do nothing`;
  await tx.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id, read_at)
    select p.user_id, 'reply', c.user_id, c.id, c.id, p.id, c.id, ${readAt(sql`c.id`)}
    from comments c join posts p on p.id = c.post_id where c.id > ${since} and c.user_id <> p.user_id`;
  await tx.run`
    insert into notifications (user_id, kind, actor_id, subject, id, post_id, comment_id, read_at)
    select distinct earlier.user_id, 'comment', c.user_id, c.id, c.id, p.id, c.id, ${readAt(sql`c.id`)}
    from comments c join posts p on p.id = c.post_id join comments earlier on earlier.post_id = p.id and earlier.id < c.id
    where c.id > ${since} and earlier.user_id <> c.user_id and earlier.user_id <> p.user_id`;
  await tx.run`
    insert into notifications (user_id, kind, actor_id, subject, id, read_at)
    select f.followee_id, 'follow', f.follower_id, f.follower_id, f.id, ${readAt(sql`f.id`)} from user_follows f where f.id > ${since}`;
}
