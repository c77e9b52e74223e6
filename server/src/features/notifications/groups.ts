import { limits, type NotificationKind } from '@dev-connector/contract';
import type { Db } from '../../platform/db/db.ts';
import { constants, type Sql, sql } from '../../platform/db/sql.ts';
import type { Member } from '../../platform/member.ts';
import { visibleComments, visiblePosts } from '../visibility/policy.ts';
import { followersOf, isOfTag, likersOf, postsOf } from './shown.ts';

/* The members and posts that groups of notifications stand for. */

type Viewer = Pick<Member, 'id'>;

export interface Group {
  id: string;
  first_id: string;
  kind: NotificationKind;
  subject: string;
  actor_id: string;
  post_id: string | null;
  comment_id: string | null;
  first_post_id: string | null;
  read_at: number | null;
  is_unread: number;
  hidden: number;
}

/** Members named in a notification. */
const named = sql`limit 2`;

/** The newest members who did the same, and the number of all. */
interface Crowd {
  actors: string[];
  total: number;
}

interface CrowdRow {
  id: string;
  actors: string | null;
  total: number;
}

const crowdsOf = (rows: CrowdRow[]): Map<string, Crowd> =>
  new Map(rows.map(({ id, actors, total }) => [id, { actors: actors?.split(' ') ?? [], total: Number(total) }]));

/** Reads the newest likers of each post and comment, and the number of likes of members other than the viewer, by the id of the group. */
export async function readLikes(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, Crowd>> {
  const liked = groups.filter(({ kind }) => kind === 'like');
  if (liked.length === 0) return new Map();
  const { ofPost, ofComment } = likersOf(viewer.id);
  const list = JSON.stringify(liked.map(({ id, post_id, comment_id }) => ({ id, post_id, comment_id })));
  const rows = await db.all<CrowdRow>`
    select item.id,
      case when item.comment_id is null
        then (select string_agg(user_id, ' ' order by id desc) from (select l.id, l.user_id from ${ofPost} order by l.id desc ${named}) named)
        else (select string_agg(user_id, ' ' order by created_at desc) from (
          select l.created_at, l.user_id from ${ofComment} order by l.created_at desc ${named}) named)
      end as actors,
      case when item.comment_id is null
        then (select p.like_count from ${visiblePosts(viewer)} p where p.id = item.post_id)
          - (select count(*) from likes own where own.post_id = item.post_id and own.user_id = ${viewer.id})
        else (select c.like_count from ${visibleComments(viewer)} c where c.id = item.comment_id)
          - (select count(*) from comment_likes own where own.comment_id = item.comment_id and own.user_id = ${viewer.id})
      end as total
    from (
      select list.value ->> 'id' as id, list.value ->> 'post_id' as post_id, list.value ->> 'comment_id' as comment_id
      from json_array_elements(${list}::json) as list(value)
    ) item`;
  return crowdsOf(rows);
}

/** Reads the newest members of each group of followers, and the number of all, by the id of the group. */
export async function readFollowers(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, Crowd>> {
  const follows = groups.filter(({ kind }) => kind === 'follow');
  if (follows.length === 0) return new Map();
  const list = JSON.stringify(follows.map(({ id, first_id, read_at }) => ({ id, first_id, read_at })));
  const rows = await db.all<CrowdRow>`
    select item.id, (select count(*) from ${followersOf(viewer.id)}) as total,
      (select string_agg(actor_id, ' ' order by id desc) from (
        select n.actor_id, n.id from ${followersOf(viewer.id)} order by n.id desc ${named}) newest) as actors
    from (
      select list.value ->> 'id' as id, list.value ->> 'first_id' as first_id, cast(list.value ->> 'read_at' as bigint) as read_at
      from json_array_elements(${list}::json) as list(value)
    ) item`;
  return crowdsOf(rows);
}

const maxPosts = constants(limits.unread);

/** Finds the newest post of each group of several, and their number up to `limits.unread`, of those that the viewer may see and does not mute, by the id of the group. */
export async function readSeveral(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, { newest: string; posts: number }>> {
  const several = groups.filter(({ kind, post_id, first_post_id }) => kind === 'post' && post_id !== first_post_id);
  if (several.length === 0) return new Map();
  const list = JSON.stringify(several);
  const { byAuthor, inTag } = postsOf(viewer.id);
  const ofGroup = (values: Sql) => sql`
    case when ${isOfTag} then (select ${values} from (select p.id from ${inTag} order by t.post_id desc limit ${maxPosts}) newest)
    else (select ${values} from (select p.id from ${byAuthor} order by p.id desc limit ${maxPosts}) newest) end`;
  const rows = await db.all<{ id: string; newest: string | null; posts: number }>`
    select item.id, ${ofGroup(sql`max(id)`)} as newest, ${ofGroup(sql`count(*)`)} as posts
    from (
      select list.value ->> 'id' as id, list.value ->> 'subject' as subject, list.value ->> 'actor_id' as actor_id,
        list.value ->> 'post_id' as post_id, list.value ->> 'first_post_id' as first_post_id
      from json_array_elements(${list}::json) as list(value)
    ) item`;
  return new Map(rows.flatMap(({ id, newest, posts }) => (newest === null ? [] : [[id, { newest, posts: Number(posts) }]])));
}
