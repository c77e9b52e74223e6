import {
  avatarPath,
  excerptLength,
  excerptOf,
  firstLineOf,
  type Notification,
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
import { type Group, readFollowers, readLikes, readSeveral } from './groups.ts';
import { isShown, listedGroups } from './shown.ts';

type Viewer = Pick<Member, 'id'>;

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
async function describe(db: Db, viewer: Viewer, listed: Group[]): Promise<Notification[]> {
  const counts = await readSeveral(db, viewer, listed);
  const groups = listed.map((group) => ({ ...group, post_id: counts.get(group.id)?.newest ?? group.post_id }));
  const [posts, comments, likes, followers, devices] = await Promise.all([
    readPosts(db, viewer, groups),
    readComments(db, viewer, groups),
    readLikes(db, viewer, groups),
    readFollowers(db, viewer, groups),
    readDevices(db, viewer, groups),
  ]);
  const crowdOf = ({ id }: Group) => likes.get(id) ?? followers.get(id);
  const actorsOf = (group: Group) => {
    const author = group.kind === 'post' && posts.get(group.post_id ?? '')?.user_id;
    return crowdOf(group)?.actors ?? [author || group.actor_id];
  };
  const people = await readPeople(db, viewer, groups.flatMap(actorsOf));
  return groups.flatMap((group) => {
    const actors = actorsOf(group).flatMap((id) => people.get(id) ?? []);
    const [post, comment] = [posts.get(group.post_id ?? ''), comments.get(group.comment_id ?? '')];
    if (actors.length === 0 || (group.post_id !== null && !post) || (group.comment_id !== null && !comment)) return [];
    const total = crowdOf(group)?.total ?? actors.length;
    return [
      {
        _id: group.id,
        kind: group.kind,
        date: toInstant(timeOfId((group.kind === 'post' && group.post_id) || group.id)),
        read: group.is_unread === 0,
        actors,
        others: Math.max(0, total - actors.length),
        ...(post && { post: { ...toPost(post), isOwn: post.user_id === viewer.id } }),
        ...(comment && { comment: { ...toComment(comment), isReply: comment.isReply } }),
        ...(group.kind === 'post' && { posts: counts.get(group.id)?.posts ?? 1, tag: tagOf(group) }),
        ...(group.kind === 'signIn' && { device: devices.get(group.subject) }),
        ...(group.kind === 'security' && { change: changeOf(group) }),
      },
    ];
  });
}

/** The followed tag that a group of posts is about, if any. */
const tagOf = ({ subject }: Group) => (subject.startsWith('#') ? subject.slice(1) : undefined);

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

/** Reads the devices of new sessions that have not ended, by session. */
async function readDevices(db: Db, viewer: Viewer, groups: Group[]): Promise<Map<string, string>> {
  const ids = groups.flatMap(({ kind, subject }) => (kind === 'signIn' ? [subject] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; device: string }>`
    select id, device from sessions where id = any(${ids}) and user_id = ${viewer.id} and device is not null`;
  return new Map(rows.map(({ id, device }) => [id, device]));
}

async function readPeople(db: Db, viewer: Viewer, ids: string[]): Promise<Map<string, Notification['actors'][number]>> {
  const rows = await db.all<{ id: string; name: string; handle: string | null }>`
    select id, name, handle from ${visiblePeople(viewer)} u where id = any(${[...new Set(ids)]})`;
  return new Map(rows.map(({ id, name, handle }) => [id, { _id: id, name, ...(handle !== null && { handle }), avatar: avatarPath(id) }]));
}
