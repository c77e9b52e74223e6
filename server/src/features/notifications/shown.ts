import { notificationKinds } from '@dev-connector/contract';
import { constants, type Sql, sql } from '../../platform/db/sql.ts';
import { isLeftOut, visibleComments, visibleLikes, visiblePeople, visiblePosts } from '../visibility/policy.ts';

/*
 * Notifications of a kind about the same subject, such as the likes of a post, are one in lists and counts: a group, of which one row at most is unread. So are all
 * unread followers, and those that were marked as read together. Content may have been hidden or taken back, or one of its tags muted since, so every list and count
 * leaves out the groups that are no longer shown. Muting a discussion only ends further notifications (notify.ts).
 */

/** Newest rows of a member that lists consider. A constant, so that SQLite plans it. */
const considered = sql`limit 2000`;

/** Unread rows that the count considers, in case many are no longer shown. */
const consideredUnread = sql`limit 1000`;

/** What is equal in the rows of a group of the same kind. */
const groupKey = sql`case when kind = 'follow' then cast(coalesce(read_at, 0) as text) else subject end`;

/** The groups of a member's newest notifications. `id`: of the newest one, `first_id`: of the oldest one. */
export const listedGroups = (userId: string, condition: Sql): Sql => sql`
  select max(id) as id, min(id) as first_id, kind, max(subject) as subject, max(read_at) as read_at, max(actor_id) as actor_id, max(post_id) as post_id, max(comment_id) as comment_id,
    max(first_post_id) as first_post_id,
    max(case when read_at is null then 1 else 0 end) as is_unread
  from (select * from notifications where user_id = ${userId} and ${condition} order by id desc ${considered}) newest
  group by kind, ${groupKey}`;

/** All kinds but `follow`, each of whose unread notifications is a group. Named one by one, so that an index finds them among many followers. */
const kindsOfOne = constants(...notificationKinds.filter((kind) => kind !== 'follow'));

/** Up to `limit` rows, one for each unread group that the viewer is shown. Those of followers, who may be many, do not count towards the rows that are considered. */
export const unreadGroups = (viewer: string, limit: Sql): Sql => sql`
  (select 1 as one from (
    select notifications.*, '' as first_id from notifications where user_id = ${viewer} and kind in (${kindsOfOne}) and read_at is null ${consideredUnread}
  ) item where ${isShown(viewer)}
  union all select 1 where ${isFound(followersIn(viewer, sql`n.read_at is null`))} ${limit})`;

/** The members other than the viewer who like the post or comment of a group `item`. */
export const likersOf = (viewer: string): { ofPost: Sql; ofComment: Sql } => ({
  ofPost: sql`${visibleLikes({ id: viewer })} l where l.post_id = item.post_id and l.user_id <> ${viewer}`,
  ofComment: sql`comment_likes l join ${visiblePeople({ id: viewer })} liker on liker.id = l.user_id where l.comment_id = item.comment_id and l.user_id <> ${viewer}`,
});

/** The followers in notifications `n` that meet a condition, if they still follow the viewer. */
const followersIn = (viewer: string, condition: Sql): Sql => sql`
  notifications n join user_follows f on f.follower_id = n.actor_id and f.followee_id = ${viewer}
  join ${visiblePeople({ id: viewer })} follower on follower.id = n.actor_id
  where n.user_id = ${viewer} and n.kind = 'follow' and ${condition}`;

/** The members of a group `item` of followers who still follow the viewer. */
export const followersOf = (viewer: string): Sql =>
  followersIn(viewer, sql`n.id >= item.first_id and n.id <= item.id and coalesce(n.read_at, 0) = coalesce(item.read_at, 0)`);

/** The posts of a group `item` of posts by a member, or in a tag, that the viewer may see and whose tags the viewer does not mute. */
export const postsOf = (viewer: string): { byAuthor: Sql; inTag: Sql } => ({
  byAuthor: sql`${visiblePosts({ id: viewer })} p where p.user_id = item.actor_id
    and p.id >= item.first_post_id and p.id <= item.post_id and not ${isLeftOut(viewer, sql`p.id`)}`,
  inTag: sql`post_tags t join ${visiblePosts({ id: viewer })} p on p.id = t.post_id where t.tag = substr(item.subject, 2) and p.user_id <> ${viewer}
    and t.post_id >= item.first_post_id and t.post_id <= item.post_id and not ${isLeftOut(viewer, sql`t.post_id`)}`,
});

/** Whether a group `item` of posts is about a tag. */
export const isOfTag = sql`substr(item.subject, 1, 1) = '#'`;

/** Not `exists`, for which PostgreSQL may read the whole table. */
const isFound = (from: Sql): Sql => sql`((select 1 from ${from} limit 1) is not null)`;

/** Whether the viewer may see what a group `item` is about, and it still holds. */
export const isShown = (viewer: string): Sql => {
  const member = { id: viewer };
  const { ofPost, ofComment } = likersOf(viewer);
  const { byAuthor, inTag } = postsOf(viewer);
  const isActorVisible = isFound(sql`${visiblePeople(member)} u where u.id = item.actor_id`);
  return sql`(
    (item.post_id is null or item.kind = 'post' or (
      ${isFound(sql`${visiblePosts(member)} p where p.id = item.post_id`)} and not ${isLeftOut(viewer, sql`item.post_id`)}))
    and (item.comment_id is null or ${isFound(sql`${visibleComments(member)} c where c.id = item.comment_id`)})
    and case
      when item.kind = 'like' and item.comment_id is null then ${isFound(ofPost)}
      when item.kind = 'like' then ${isFound(ofComment)}
      when item.kind = 'follow' then ${isFound(followersOf(viewer))}
      when item.kind = 'post' and ${isOfTag} then ${isFound(inTag)}
      when item.kind = 'post' then ${isFound(byAuthor)}
      when item.kind = 'mention'
        then ${isActorVisible} and ${isFound(sql`mentions m where m.user_id = ${viewer} and m.text_id = item.subject`)}
      else ${isActorVisible}
    end)`;
};
