import { setImmediate } from 'node:timers/promises';
import { limits } from '@dev-connector/contract';
import { LRUCache } from 'lru-cache';
import { type Db, firstId } from '../db/db.ts';
import type { State } from '../feed/fragments.ts';
import { cursorAfter, newest, positionOf } from '../feed/keyset.ts';
import { byAuthor, type Source } from './sources.ts';

/*
 * The feed Following: the viewer's posts, those of members whom they follow, and those with tags that they follow. Fan-out on read: walks the posts from the newest
 * in steps and keeps those that match, because reading neighbours in one index takes a fiftieth of the time of looking up each followed member
 * (docs/decisions/feeds.md). The ids of a page are cached.
 */

/** Posts per step, and per request. If few of them match, the page is shorter and its cursor continues there. */
const [step, maxSteps] = [200, 25];

interface CachedPage {
  ids: string[];
  next: string | undefined;
  /** The viewer's `follow_states.version`, and for the first page the newest post of the site, when the page was read. */
  version: number;
  newest: string;
}

/** Caches the ids of pages by viewer, cursor and limit. */
export type FollowingCache = LRUCache<string, CachedPage>;

/** Milliseconds after which a page includes older posts that have got a followed tag since, and those that another process committed late. */
const ttl = 60_000;

export const followingCache = (maxBytes: number): FollowingCache =>
  new LRUCache({ maxSize: maxBytes, ttl, sizeCalculation: ({ ids }) => 500 + 100 * ids.length });

export const following: Source = async (context, member, query) => {
  const {
    db,
    cache: { following: cache },
  } = context;
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
    select id, state as version from visible_posts p where id = any(${ids})
      and not (user_id <> ${viewer} and exists (select 1 from tag_mutes where user_id = ${viewer})
        and (select 1 from muted_posts m where m.user_id = ${viewer} and m.post_id = p.id limit 1) is not null)`;
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** Reads the ids of a page. Posts of a deleted account are among them until `readStates` leaves them out. */
async function readMatching(db: Db, viewer: string, start: string, limit: number): Promise<{ ids: string[]; next: string | undefined }> {
  const ids: string[] = [];
  let after = start;
  for (let steps = 0; steps < maxSteps; steps++) {
    const count = limit + 1 - ids.length;
    const rows = await db.all<{ id: string }>`
      select id from (select id, user_id from posts where id < ${after} order by id desc limit cast(${step} as integer)) newest
      where (user_id = ${viewer}
          or exists (select 1 from user_follows f where f.follower_id = ${viewer} and f.followee_id = newest.user_id)
          or exists (select 1 from tag_follows where user_id = ${viewer})
            and (select 1 from followed_posts f where f.user_id = ${viewer} and f.post_id = newest.id limit 1) is not null)
        and not (user_id <> ${viewer} and exists (select 1 from tag_mutes where user_id = ${viewer})
          and (select 1 from muted_posts m where m.user_id = ${viewer} and m.post_id = newest.id limit 1) is not null)
      order by id desc limit cast(${count} as integer)`;
    ids.push(...rows.map(({ id }) => id));
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: cursorAfter({ id: ids[limit - 1] ?? firstId }) };
    const last = await db.get<{ id: string }>`
      select id from posts where id < ${after} order by id desc limit 1 offset cast(${step - 1} as integer)`;
    if (!last) return { ids, next: undefined };
    after = last.id;
    await setImmediate(); // lets other requests run
  }
  return { ids, next: cursorAfter({ id: after }) };
}
