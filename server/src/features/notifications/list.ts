import {
  avatarPath,
  excerptLength,
  excerptOf,
  firstLineOf,
  type Notification,
  type NotificationKind,
  type SecurityChange,
  summaryOf,
  toHeadline,
} from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { toInstant } from '../../platform/export.ts';
import { timeOfId } from '../../platform/id.ts';
import { toOpenJson } from '../../platform/lists/json.ts';
import { newest, type PageQuery, readFiltered } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage } from '../../platform/lists/pages.ts';
import type { Member } from '../../platform/member.ts';
import { visibleComments, visiblePeople, visiblePosts } from '../visibility/policy.ts';
import { isMuted } from './muted.ts';
import { isShown, likersOf, listedGroups } from './shown.ts';

type Viewer = Pick<Member, 'id'>;

interface Group {
  id: string;
  kind: NotificationKind;
  subject: string;
  actor_id: string;
  post_id: string | null;
  comment_id: string | null;
  first_post_id: string | null;
  is_unread: number;
  hidden: number;
}

interface Text {
  id: string;
  user_id: string;
  title: string | null;
  text: string;
  /** The beginning of the HTML, if it has been rendered. */
  html: string | null;
}

/** Reads a page of a member's notifications, newest first. Those about the same subject are one, at the place of the newest. */
export async function listNotifications(
  { db }: Context,
  viewer: Member,
  { filter, ...query }: PageQuery & { filter?: string | undefined },
): Promise<JsonPage<Notification>> {
  const condition = filter === 'mentions' ? sql`kind = 'mention'` : sql`true`;
  const { items, next } = await readFiltered(
    query,
    newest,
    ({ id }, count) => db.all<Group>`
      select item.*, case when ${isShown(viewer.id)} then 0 else 1 end as hidden
      from (
        select * from (${listedGroups(viewer.id, condition)}) grouped where id < ${id} order by id desc limit cast(${count} as integer)
      ) item order by item.id desc`,
  );
  const notifications = await describe(db, viewer, items);
  return joinPage({ items: notifications.map((notification) => ({ id: notification._id, ...toOpenJson(notification) })), next });
}

/** Reads up to `count` of the notifications of a member that meet a condition on their rows, the newest first, and the number of all. */
export async function readNotifications(
  db: Db,
  viewer: Viewer,
  condition: Sql,
  count: number,
): Promise<{ notifications: Notification[]; total: number }> {
  const groups = await db.all<Group>`
    select item.*, 0 as hidden
    from (${listedGroups(viewer.id, condition)}) item where ${isShown(viewer.id)} order by item.id desc`;
  return { notifications: await describe(db, viewer, groups.slice(0, count)), total: groups.length };
}

/** Adds names and the beginnings of texts. Leaves out what was hidden in the meantime. */
async function describe(db: Db, viewer: Viewer, groups: Group[]): Promise<Notification[]> {
  const [posts, comments, likes, counts, devices] = await Promise.all([
    readPosts(db, viewer, groups),
    readComments(db, viewer, groups),
    readLikes(db, viewer, groups),
    countPosts(db, viewer, groups),
    readDevices(db, viewer, groups),
  ]);
  const actorsOf = (group: Group) => {
    if (group.kind === 'like') return likes.get(group.id)?.actors ?? [];
    return [(group.kind === 'post' && posts.get(group.post_id ?? '')?.user_id) || group.actor_id];
  };
  const people = await readPeople(db, viewer, groups.flatMap(actorsOf));
  return groups.flatMap((group) => {
    const actors = actorsOf(group).flatMap((id) => people.get(id) ?? []);
    const [post, comment] = [posts.get(group.post_id ?? ''), comments.get(group.comment_id ?? '')];
    if (actors.length === 0 || (group.post_id !== null && !post) || (group.comment_id !== null && !comment)) return [];
    const total = group.kind === 'like' ? (likes.get(group.id)?.total ?? 0) : actors.length;
    return [
      {
        _id: group.id,
        kind: group.kind,
        date: toInstant(timeOfId(group.id)),
        read: group.is_unread === 0,
        actors,
        others: Math.max(0, total - actors.length),
        ...(post && { post: { ...toPost(post), isOwn: post.user_id === viewer.id } }),
        ...(comment && { comment: { ...toComment(comment), isReply: comment.isReply } }),
        ...(group.kind === 'post' && { posts: Math.max(1, counts.get(group.id) ?? 1), tag: tagOf(group) }),
        ...(group.kind === 'signIn' && { device: devices.get(group.subject) }),
        ...(group.kind === 'security' && { change: changeOf(group) }),
      },
    ];
  });
}

/** The followed tag that a group of posts is about, if any. */
const tagOf = ({ subject }: Pick<Group, 'subject'>) => (subject.startsWith('#') ? subject.slice(1) : undefined);

/** What a change of the account is about. The rest of the subject makes it unique. */
export const changeOf = ({ subject }: Pick<Group, 'subject'>) => subject.split(' ')[0] as SecurityChange;

/** Characters of HTML that are read for an excerpt. Markup may take most of them. */
const htmlLength = 10 * excerptLength;

/** Returns the HTML of the beginning of a text. The stored HTML may end within a tag or an entity. */
const startOf = ({ html }: Text): string | undefined => html?.replace(/(<[^<>]*|&[^;<>]*)$/, '');

function toPost(row: Text) {
  const html = startOf(row);
  const excerpt = html === undefined ? toHeadline(row.text) : firstLineOf(html);
  return { _id: row.id, ...(row.title !== null && { title: row.title }), excerpt };
}

function toComment(row: Text) {
  const html = startOf(row);
  return { _id: row.id, excerpt: html === undefined ? excerptOf(row.text, excerptLength) : summaryOf(html, excerptLength) };
}

const idsOf = (groups: Group[], of: (group: Group) => string | null) => [...new Set(groups.flatMap((group) => of(group) ?? []))];

async function readPosts(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, Text>> {
  const ids = idsOf(groups, ({ post_id }) => post_id);
  if (ids.length === 0) return new Map();
  const rows = await db.all<Text>`
    select id, user_id, title, substr(text, 1, ${excerptLength}) as text,
      (select substr(html, 1, ${htmlLength}) from post_html where post_id = p.id) as html
    from ${visiblePosts(viewer)} p where id = any(${ids})`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** `isReply`: the comment answers a comment of the viewer. */
async function readComments(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, Text & { isReply: boolean }>> {
  const ids = idsOf(groups, ({ comment_id }) => comment_id);
  if (ids.length === 0) return new Map();
  const rows = await db.all<Text & { parent_user_id: string | null }>`
    select c.id, c.user_id, null as title, substr(c.text, 1, ${excerptLength}) as text,
      (select substr(html, 1, ${htmlLength}) from comment_html where comment_id = c.id) as html,
      (select parent.user_id from ${visibleComments(viewer)} parent where parent.id = c.parent_id) as parent_user_id
    from ${visibleComments(viewer)} c where c.id = any(${ids})`;
  return new Map(rows.map((row) => [row.id, { ...row, isReply: row.parent_user_id === viewer.id }]));
}

/** Likers named in a notification. */
const namedLikers = sql`limit 2`;

interface Likes {
  actors: string[];
  total: number;
}

/** Reads the newest likers of each post and comment, and the number of likes of members other than the viewer, by the id of the group. */
async function readLikes(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, Likes>> {
  const liked = groups.filter(({ kind }) => kind === 'like');
  if (liked.length === 0) return new Map();
  const { ofPost, ofComment } = likersOf(viewer.id);
  const list = JSON.stringify(liked.map(({ id, post_id, comment_id }) => ({ id, post_id, comment_id })));
  const rows = await db.all<{ id: string; actors: string | null; total: number }>`
    select item.id,
      case when item.comment_id is null
        then (select string_agg(user_id, ' ' order by id desc) from (select l.id, l.user_id from ${ofPost} order by l.id desc ${namedLikers}) named)
        else (select string_agg(user_id, ' ' order by created_at desc) from (
          select l.created_at, l.user_id from ${ofComment} order by l.created_at desc ${namedLikers}) named)
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
  return new Map(rows.map(({ id, actors, total }) => [id, { actors: actors?.split(' ') ?? [], total: Number(total) }]));
}

/** Counts the posts of each group of several posts that the viewer may still see, up to `limits.unread`, by the id of the group. */
async function countPosts(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, number>> {
  const several = groups.filter(({ kind, post_id, first_post_id }) => kind === 'post' && post_id !== first_post_id);
  if (several.length === 0) return new Map();
  const list = JSON.stringify(several.map((group) => ({ ...group, tag: tagOf(group) })));
  const max = sql`limit 100`; // repeats `limits.unread`: SQLite plans with a constant
  const isIn = (id: Sql) => sql`${id} >= item.first_post_id and ${id} <= item.post_id and not ${isMuted(viewer.id, id)}`;
  const rows = await db.all<{ id: string; posts: number }>`
    select item.id, case when item.tag is null
      then (select count(*) from (select 1 from ${visiblePosts(viewer)} p where p.user_id = item.actor_id and ${isIn(sql`p.id`)} ${max}) counted)
      else (select count(*) from (
        select 1 from post_tags t join ${visiblePosts(viewer)} p on p.id = t.post_id
        where t.tag = item.tag and p.user_id <> ${viewer.id} and ${isIn(sql`t.post_id`)} ${max}) counted)
    end as posts
    from (
      select list.value ->> 'id' as id, list.value ->> 'tag' as tag, list.value ->> 'actor_id' as actor_id, list.value ->> 'post_id' as post_id,
        list.value ->> 'first_post_id' as first_post_id
      from json_array_elements(${list}::json) as list(value)
    ) item`;
  return new Map(rows.map(({ id, posts }) => [id, Number(posts)]));
}

/** Reads the devices of new sessions that have not ended, by session. */
async function readDevices(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, string>> {
  const ids = groups.flatMap(({ kind, subject }) => (kind === 'signIn' ? [subject] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; device: string }>`
    select id, device from sessions where id = any(${ids}) and user_id = ${viewer.id} and device is not null`;
  return new Map(rows.map(({ id, device }) => [id, device]));
}

async function readPeople(db: Db, viewer: Viewer, ids: string[]): Promise<Map<string, Notification['actors'][number]>> {
  const rows = await db.all<{ id: string; name: string }>`
    select id, name from ${visiblePeople(viewer)} u where id = any(${[...new Set(ids)]})`;
  return new Map(rows.map(({ id, name }) => [id, { _id: id, name, avatar: avatarPath(id) }]));
}
