import { setImmediate } from 'node:timers/promises';
import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { perContext } from '../../platform/context.ts';
import { type Db, firstId } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { State } from '../../platform/lists/fragments.ts';
import { cursorAfter, newest, positionOf } from '../../platform/lists/keyset.ts';
import { isLeftOut, visiblePosts } from '../visibility/policy.ts';
import { byAuthor, type Source } from './sources.ts';

/*
 * The feed Following: the viewer's posts, those of members whom they follow, and those with tags that they follow. Fan-out on read: walks the posts from the newest
 * and keeps those that match. If the newest posts do not fill the page and the viewer follows few, it reads the newest posts of each instead
 * (docs/decisions/0007-lists-and-caches.md). The ids of a page are cached.
 */

/** Steps of the walk per request. If few posts match, the page is shorter and its cursor continues there. */
const maxSteps = 25;

/** Posts that `readHeads` reads per member and tag, which its statement repeats, and the number of members and tags that it is used for. */
const [headLength, maxHeads] = [21, 200];

interface CachedPage {
  ids: string[];
  next: string | undefined;
  /** The viewer's `follow_states.version`, and for the first page the newest post of the site, when the page was read. */
  version: number;
  newest: string;
}

/** Milliseconds after which a page includes older posts that have got a followed tag since, and those that another process committed late. */
const ttl = 60_000;

/** Caches the ids of 3,200 pages by viewer, cursor and limit. */
const pageCache = perContext(
  () => new LRUCache<string, CachedPage>({ maxSize: 8_000_000, ttl, sizeCalculation: ({ ids }) => 500 + 100 * ids.length }),
);

export const following: Source = async (context, member, query) => {
  const { db } = context;
  const cache = pageCache(context);
  const { id: viewer } = member;
  const { limit = limits.pageDefault, cursor } = query;
  const start = positionOf(cursor, newest).id;
  const key = `${viewer} ${limit} ${cursor ?? ''}`;
  const cached = cache.get(key);
  const [state, posts] = await Promise.all([
    db.get<{ version: number | null; newest: string | null; members: number | null; tag: string | null }>`
      select (select version from follow_states where user_id = ${viewer}) as version, (select max(id) from posts) as newest,
        (select following from follow_states where user_id = ${viewer}) as members,
        (select min(tag) from tag_follows where user_id = ${viewer}) as tag`,
    cached ? readStates(db, viewer, cached.ids) : [],
  ]);
  if (!state?.members && !state?.tag) return byAuthor(viewer, undefined)(context, member, query);
  const [version, newestPost] = [state?.version ?? 0, cursor === undefined ? (state?.newest ?? '') : ''];
  if (cached?.version === version && cached.newest === newestPost) return { items: posts, next: cached.next };
  const page = await readMatching(db, viewer, start, limit);
  cache.set(key, { ...page, version, newest: newestPost });
  return { items: await readStates(db, viewer, page.ids), next: page.next };
};

/** Reads the current versions of posts. Leaves out those that have got a tag that the viewer mutes. */
async function readStates(db: Db, viewer: string, ids: string[]): Promise<State[]> {
  const rows = await db.all<State>`
    select id, state as version from ${visiblePosts({ id: viewer })} p where id = any(${ids}) and not ${isLeftOut(viewer, sql`p.id`)}`;
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Reads the ids of a page. Posts of a deleted account are among them until `readStates` leaves them out. */
async function readMatching(db: Db, viewer: string, start: string, limit: number): Promise<{ ids: string[]; next: string | undefined }> {
  const ids: string[] = [];
  let after = start;
  let readStep = walk;
  for (let steps = 0; steps < maxSteps; steps++) {
    if (steps === 1 && (await followsFew(db, viewer))) readStep = readHeads;
    const { found, last } = await readStep(db, viewer, after, limit + 1 - ids.length);
    ids.push(...found);
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: cursorAfter({ id: ids[limit - 1] ?? firstId }) };
    if (last === undefined) return { ids, next: undefined };
    after = last;
    await setImmediate(); // lets other requests run
  }
  return { ids, next: cursorAfter({ id: after }) };
}

/** Matching posts, newest first, and the id after which the next step begins, if there are more posts. */
interface Step {
  found: string[];
  last: string | undefined;
}

/** Finds at most `count` matching posts among the next 200 posts of all members. That number is a constant, like the limits in sources.ts. */
async function walk(db: Db, viewer: string, after: string, count: number): Promise<Step> {
  const rows = await db.all<{ id: string }>`
    select id from (select id, user_id from posts where id < ${after} order by id desc limit 200) newest
    where (user_id = ${viewer}
        or exists (select 1 from user_follows f where f.follower_id = ${viewer} and f.followee_id = newest.user_id)
        or exists (select 1 from tag_follows where user_id = ${viewer})
          and (select 1 from followed_posts f where f.user_id = ${viewer} and f.post_id = newest.id limit 1) is not null)
      and not ${isLeftOut(viewer, sql`newest.id`)}
    order by id desc limit cast(${count} as integer)`;
  const found = rows.map(({ id }) => id);
  if (found.length === count) return { found, last: found.at(-1) };
  const last = await db.get<{ id: string }>`
    select id from posts where id < ${after} order by id desc limit 1 offset 199`;
  return { found, last: last?.id };
}

async function followsFew(db: Db, viewer: string): Promise<boolean> {
  const row = await db.get<{ members: number | null; tags: number }>`
    select (select following from follow_states where user_id = ${viewer}) as members,
      (select count(*) from (select 1 from tag_follows where user_id = ${viewer} limit cast(${maxHeads + 1} as integer)) first_tags) as tags`;
  return (row?.members ?? 0) + Number(row?.tags ?? 0) <= maxHeads;
}

/** Finds at most `count` posts by merging the next posts of each followed member and tag and of the viewer. */
async function readHeads(db: Db, viewer: string, after: string, count: number): Promise<Step> {
  const rows = await db.all<{ ids: string | null }>`
    select (select string_agg(id, ' ') from (
        select id from posts p where p.user_id = f.followee_id and p.id < ${after} order by p.id desc limit 21) head) as ids
      from user_follows f where f.follower_id = ${viewer}
    union all
    select (select string_agg(post_id, ' ') from (
        select post_id from post_tags t where t.tag = f.tag and t.post_id < ${after} order by t.post_id desc limit 21) head) as ids
      from tag_follows f where f.user_id = ${viewer}
    union all
    select string_agg(id, ' ') as ids from (
      select id from posts where user_id = ${viewer} and id < ${after} order by id desc limit 21) head`;
  const heads = rows.map(({ ids }) => ids?.split(' ').sort() ?? []);
  const ends = heads.flatMap((head) => (head.length === headLength ? head.slice(0, 1) : []));
  const end = ends.sort().at(-1); // older posts may be missing
  const ids = [...new Set(heads.flat())].filter((id) => end === undefined || id >= end);
  const newest = ids.sort().reverse().slice(0, count);
  const shown = await db.all<{ id: string }>`
    select id from posts p where id = any(${newest}) and not ${isLeftOut(viewer, sql`p.id`)} order by id desc`;
  return { found: shown.map(({ id }) => id), last: newest.length === count ? newest.at(-1) : end };
}
