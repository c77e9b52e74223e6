import { limits, type PublicTag } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { lastId } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import type { State } from '../../platform/lists/fragments.ts';
import { highest, type Page, type PageQuery, readFiltered } from '../../platform/lists/keyset.ts';
import type { Member } from '../../platform/member.ts';
import { userIdOf } from '../handles/handles.ts';
import { resolveTag } from '../tags/post-tags.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { type Joined, toRows } from './sources.ts';

/*
 * Lists for visitors. All but Top have the order of first publication, so that a post that becomes public later is new to them. The inner limits are those of
 * `sources.ts`.
 */

/** Selects a page of public posts. */
export type PublicSource = (context: Pick<Context, 'db'>, query: PageQuery) => Promise<Page<State>>;

/** The state of a post, if it is public. Compares with a range, so that the planner uses the index of public posts, and no time shows whether another post exists. */
export const findPublic = ({ db }: Pick<Context, 'db'>, id: string): Promise<State | undefined> =>
  db.get<State>`select id, state as version from ${visiblePosts('visitors')} p where id between ${id} and ${id}`;

/** Throws unless the viewer may read the post: for visitors a failure that does not reveal whether another post exists. */
export async function checkReadable(context: Pick<Context, 'db'>, viewer: Member | undefined, id: string): Promise<void> {
  const isReadable = viewer
    ? await context.db.get`select id from ${visiblePosts(viewer)} p where id = ${id}`
    : await findPublic(context, id);
  if (!isReadable) throw new Failure(viewer ? 'postNotFound' : 'noToken');
}

const newestWhere =
  (condition: Sql, isHidden: Sql): PublicSource =>
  ({ db }, query) =>
    readFiltered(query, highest, ({ key, id }, count) => {
      checkTime(key);
      return db.all<State & { hidden: number }>`
          select id, key, hidden, version from (
            select id, published_at as key, case when ${isHidden} then 1 else 0 end as hidden, state as version
            from ${visiblePosts('visitors')} p
            where ${condition} and published_at > 0 and (published_at, id) < (cast(${key ?? 0} as bigint), ${id})
            order by published_at desc, id desc limit 200
          ) newest order by key desc, id desc limit cast(${count} as integer)`;
    });

/** Throws for the cursor of Top, whose keys are negative. */
function checkTime(key: number | string | undefined): void {
  if (Number(key) < 0) throw new Failure('cursorInvalid');
}

/** The public posts that were published last. */
export const newestPublic: PublicSource = newestWhere(sql`true`, sql`false`);

/** Those of a user. With a tag, only those that have it. */
export const newestPublicBy =
  (author: string, tag?: string): PublicSource =>
  async (context, query) => {
    const lacksTag =
      tag === undefined
        ? sql`false`
        : sql`not exists (select 1 from post_tags t where t.tag = ${await resolveTag(context.db, tag)} and t.post_id = p.id)`;
    const userId = await userIdOf(context.db, author);
    return newestWhere(sql`user_id = ${userId ?? ''}`, lacksTag)(context, query);
  };

/** A row of another table that refers to a post, with the state of the post if it is public. */
const publicVersion = (post: Sql): Sql =>
  sql`0 as hidden, (select state from ${visiblePosts('visitors')} p where p.id = ${post}) as version`;

/** Those with a tag, which is no alias. */
export const newestPublicWithTag =
  (tag: string): PublicSource =>
  ({ db }, query) =>
    readFiltered(query, highest, async ({ key, id }, count) => {
      checkTime(key);
      return toRows(
        await db.all<Joined>`
          select id, key, hidden, version from (
            select t.post_id as id, t.published_at as key, ${publicVersion(sql`t.post_id`)}
            from post_tags t
            where t.tag = ${tag} and t.published_at > 0 and (t.published_at, t.post_id) < (cast(${key ?? 0} as bigint), ${id})
            order by t.published_at desc, t.post_id desc limit 200
          ) newest order by key desc, id desc limit cast(${count} as integer)`,
      );
    });

/** The public posts with the highest scores, which the job `posts.top` computes. The key is the negative score, so that no cursor of the other lists is valid. */
export const topPublic: PublicSource = ({ db }, query) =>
  readFiltered(query, { key: Number.MIN_SAFE_INTEGER, id: lastId }, async ({ key, id }, count) => {
    if (Number(key) >= 0) throw new Failure('cursorInvalid');
    const rows = await db.all<Joined & { score: number }>`
      select id, score, hidden, version from (
        select t.post_id as id, t.score, ${publicVersion(sql`t.post_id`)}
        from top_posts t where t.period = 'public' and (t.score, t.post_id) < (cast(${-Number(key)} as bigint), ${id})
        order by t.score desc, t.post_id desc limit 200
      ) highest order by score desc, id desc limit cast(${count} as integer)`;
    return toRows(rows.map((row) => ({ ...row, key: -row.score })));
  });

/** Returns the tags of the newest public posts, the most used first. Reads the tags of each post from an index: PostgreSQL could read all for a join. */
export async function publicTags(context: Context): Promise<PublicTag[]> {
  const { items } = await newestPublic(context, { limit: limits.publicTagPosts });
  const rows = await context.db.all<{ tags: string | null }>`
    select (select string_agg(tag, ' ') from post_tags where post_id = p.id) as tags
    from ${visiblePosts('visitors')} p where id = any(${items.map(({ id }) => id)})`;
  const posts = new Map<string, number>();
  for (const { tags } of rows) for (const tag of tags?.split(' ') ?? []) posts.set(tag, (posts.get(tag) ?? 0) + 1);
  const byPosts = [...posts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return byPosts.map(([name, posts]) => ({ name, posts }));
}
