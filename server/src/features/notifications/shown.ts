import { type Sql, sql } from '../../platform/db/sql.ts';
import { visibleComments, visibleLikes, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { isMuted } from './muted.ts';

/*
 * Notifications of a kind about the same subject, such as the likes of a post, are one in lists and counts: a group, of which one row at most is unread. Content
 * may have been hidden, muted or taken back since, so every list and count leaves out the groups that are no longer shown.
 */

/** Newest rows of a member that lists consider. A constant, so that SQLite plans it. */
const considered = sql`limit 2000`;

/** The groups of a member's newest notifications. `id`: of the newest one. */
export const listedGroups = (userId: string, condition: Sql): Sql => sql`
  select max(id) as id, kind, subject, max(actor_id) as actor_id, max(post_id) as post_id, max(comment_id) as comment_id,
    max(first_post_id) as first_post_id,
    max(case when read_at is null then 1 else 0 end) as is_unread
  from (select * from notifications where user_id = ${userId} and ${condition} order by id desc ${considered}) newest
  group by kind, subject`;

/** The members other than the viewer who like the post or comment of a group `item`. */
export const likersOf = (viewer: string): { ofPost: Sql; ofComment: Sql } => ({
  ofPost: sql`${visibleLikes({ id: viewer })} l where l.post_id = item.post_id and l.user_id <> ${viewer}`,
  ofComment: sql`comment_likes l join ${visiblePeople({ id: viewer })} liker on liker.id = l.user_id where l.comment_id = item.comment_id and l.user_id <> ${viewer}`,
});

/** Not `exists`, for which PostgreSQL may read the whole table. */
const isFound = (from: Sql): Sql => sql`((select 1 from ${from} limit 1) is not null)`;

/** Whether the viewer may see what a group `item` is about, and it still holds. */
export const isShown = (viewer: string): Sql => {
  const member = { id: viewer };
  const { ofPost, ofComment } = likersOf(viewer);
  const isActorVisible = isFound(sql`${visiblePeople(member)} u where u.id = item.actor_id`);
  return sql`(
    (item.post_id is null or (
      ${isFound(sql`${visiblePosts(member)} p where p.id = item.post_id`)} and not ${isMuted(viewer, sql`item.post_id`)}))
    and (item.comment_id is null or ${isFound(sql`${visibleComments(member)} c where c.id = item.comment_id`)})
    and case
      when item.kind = 'like' and item.comment_id is null then ${isFound(ofPost)}
      when item.kind = 'like' then ${isFound(ofComment)}
      when item.kind = 'follow'
        then ${isActorVisible} and ${isFound(sql`user_follows f where f.follower_id = item.actor_id and f.followee_id = ${viewer}`)}
      when item.kind = 'mention'
        then ${isActorVisible} and ${isFound(sql`mentions m where m.user_id = ${viewer} and m.text_id = item.subject`)}
      else ${isActorVisible}
    end)`;
};
