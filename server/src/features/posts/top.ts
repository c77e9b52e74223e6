import { setImmediate } from 'node:timers/promises';
import { type FeedPeriod, periods, type Visibility } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { lastId } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { type Viewer, visibleComments, visiblePosts } from '../visibility/policy.ts';

const minute = 60_000; // ms
const day = 24 * 60 * minute;

/** How often the scores are computed. */
const interval = 10 * minute;

/** Length of each period in milliseconds. */
const lengths: Record<FeedPeriod, number> = { day, week: 7 * day, month: 30 * day, year: 365 * day };

/** Posts per statement, newest posts considered, and posts stored per list. */
const [batch, maxPosts, maxStored] = [100, 100_000, 500];

/** The lists of `top_posts`: posts by period, and the public posts of a year. */
const lists = [...periods, 'public'] as const;
type List = (typeof lists)[number];

interface Row {
  id: string;
  visibility: Visibility;
  created_at: number;
  likes: number;
  commenters: number;
  /** Commenters whose comments visitors can read. */
  public_commenters: number;
}

type Activity = Pick<Row, 'likes' | 'commenters' | 'created_at'>;

/**
 * The score of a post, 0 if it is older than the period: a like counts one point, each other member who commented two. It halves with each quarter of the period that passes. In millionths, because a
 * cursor holds a whole number.
 */
const scoreOf = ({ likes, commenters, created_at }: Activity, period: FeedPeriod, now: number): number =>
  created_at > now - lengths[period]
    ? Math.round(1e6 * (likes + 2 * commenters) * 2 ** ((-4 * Math.max(0, now - created_at)) / lengths[period]))
    : 0;

/** Visitors cannot tell from the list `public` how many members wrote comments for members. */
const scoreIn = (list: List, row: Row, now: number): number => {
  if (list !== 'public') return scoreOf(row, list, now);
  return row.visibility === 'public' ? scoreOf({ ...row, commenters: row.public_commenters }, 'year', now) : 0;
};

/** Registers the job that computes the feed Top. */
export function registerTop({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.every('posts.top', interval, (signal) => computeTop(db, signal));
}

async function computeTop(db: Db, signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const best = new Map<List, Array<{ id: string; score: number }>>(lists.map((list) => [list, []]));
  let after = lastId;
  for (let read = 0; read < maxPosts; read += batch) {
    if (signal.aborted) return;
    const rows = await readActivity(db, after);
    for (const row of rows)
      for (const list of lists) {
        const score = scoreIn(list, row, now);
        if (score > 0) best.get(list)?.push({ id: row.id, score });
      }
    for (const [list, posts] of best) if (posts.length > 2 * maxStored) best.set(list, highestOf(posts));
    const last = rows.at(-1);
    if (!last || rows.length < batch || last.created_at < now - lengths.year) break;
    after = last.id;
    await setImmediate(); // lets other requests run
  }
  for (const [list, posts] of best) await store(db, list, highestOf(posts));
}

const highestOf = (posts: Array<{ id: string; score: number }>) => posts.sort((a, b) => b.score - a.score).slice(0, maxStored);

const commentersFor = (viewer: Viewer) => sql`(
  select count(distinct c.user_id) from (
    select user_id from ${visibleComments(viewer)} c where post_id = p.id and user_id <> p.user_id order by id desc limit 1000
  ) c)`;

const readActivity = (db: Db, after: string) => db.all<Row>`
  select p.id, p.visibility, p.created_at, p.like_count as likes,
    case when p.comment_count = 0 then 0 else ${commentersFor('members')} end as commenters,
    case when p.comment_count = 0 or p.visibility <> 'public' then 0 else ${commentersFor('visitors')} end as public_commenters
  from ${visiblePosts('members')} p where p.id < ${after} order by p.id desc limit cast(${batch} as integer)`;

/** Replaces the posts of a list. Leaves out posts that were deleted in the meantime. */
const store = (db: Db, list: List, posts: Array<{ id: string; score: number }>) =>
  db.transaction(async (tx) => {
    await tx.run`delete from top_posts where period = ${list}`;
    for (const { id, score } of posts)
      await tx.run`
        insert into top_posts (period, post_id, score) select ${list}, id, cast(${score} as bigint) from posts where id = ${id}`;
  });
