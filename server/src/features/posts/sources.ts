import type { Context } from '../../platform/context.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { State } from '../../platform/lists/fragments.ts';
import { highest, newest, type Page, type PageQuery, readFiltered } from '../../platform/lists/keyset.ts';
import type { Member } from '../../platform/member.ts';
import { userIdOf } from '../handles/handles.ts';
import { resolveTag } from '../tags/post-tags.ts';
import { isLeftOut, visibleComments, visiblePosts } from '../visibility/policy.ts';

/** Selects a page of posts that the viewer may see, in any order. `postPage` reads their content. */
export type Source = (context: Context, viewer: Member, query: PageQuery) => Promise<Page<State>>;

/** A row of a source. `hidden` is 1 if the row is not part of the viewer's list, such as a post with a tag that the viewer mutes. */
interface Row extends State {
  hidden: number;
}

/*
 * Each source has an inner limit, the maximum of `readFiltered`. It is a constant because PostgreSQL takes a parameter for a tenth of the table: it would then plan
 * the statement again for each request, which takes three times as long as running it.
 */

/** The visible posts `p` that satisfy a condition, newest first, without those that are to be hidden. */
const newestWhere =
  (condition: Sql, isHidden: Sql): Source =>
  ({ db }, { id: viewer }, query) =>
    readFiltered(
      query,
      newest,
      ({ id }, count) =>
        db.all<Row>`
          select id, hidden, version from (
            select id, case when ${isHidden} or ${isLeftOut(viewer, sql`p.id`)} then 1 else 0 end as hidden, state as version
            from ${visiblePosts({ id: viewer })} p where ${condition} and id < ${id} order by id desc limit 200
          ) newest order by id desc limit cast(${count} as integer)`,
    );

/** All posts, newest first. */
export const latest: Source = newestWhere(sql`true`, sql`false`);

/** The posts of a user, newest first. With a tag, only those that have it. */
export const byAuthor =
  (author: string, tag: string | undefined): Source =>
  async (context, viewer, query) => {
    const lacksTag =
      tag === undefined
        ? sql`false`
        : sql`not exists (select 1 from post_tags t where t.tag = ${await resolveTag(context.db, tag)} and t.post_id = p.id)`;
    const userId = await userIdOf(context.db, author);
    return newestWhere(sql`user_id = ${userId ?? ''}`, lacksTag)(context, viewer, query);
  };

/** Posts that are open for comments and have none by others, newest first. */
export const unanswered: Source = newestWhere(
  sql`true`,
  sql`comments_closed = 1 or exists (select 1 from ${visibleComments('members')} c where c.post_id = p.id and c.user_id <> p.user_id)`,
);

/** A row of another table that refers to a post. The version is null if the post is not visible. A join could read all posts. */
export type Joined = Omit<Row, 'version'> & { version: string | null };

/** The columns `hidden` and `version` of such a row. */
export const joinedColumns = (viewer: string, post: Sql): Sql => sql`
  case when ${isLeftOut(viewer, post)} then 1 else 0 end as hidden, (select state from ${visiblePosts({ id: viewer })} p where p.id = ${post}) as version`;

/** Hides the rows whose posts are not visible. */
export const toRows = (rows: Joined[]): Row[] =>
  rows.map(({ version, ...row }) => (version === null ? { ...row, version: '', hidden: 1 } : { ...row, version }));

/** The posts with a tag or its aliases, newest first. */
export const byTag =
  (tag: string): Source =>
  async ({ db }, { id: viewer }, query) => {
    const name = await resolveTag(db, tag);
    return readFiltered(query, newest, async ({ id }, count) =>
      toRows(
        await db.all<Joined>`
          select id, hidden, version from (
            select t.post_id as id, ${joinedColumns(viewer, sql`t.post_id`)}
            from post_tags t where t.tag = ${name} and t.post_id < ${id} order by t.post_id desc limit 200
          ) newest order by id desc limit cast(${count} as integer)`,
      ),
    );
  };

/** The posts of a period with the highest scores, which the job `posts.top` computes. */
export const top =
  (period: string): Source =>
  ({ db }, { id: viewer }, query) =>
    readFiltered(query, highest, async ({ key, id }, count) =>
      toRows(
        await db.all<Joined>`
          select id, key, hidden, version from (
            select t.post_id as id, t.score as key, ${joinedColumns(viewer, sql`t.post_id`)}
            from top_posts t where t.period = ${period} and (t.score, t.post_id) < (cast(${key ?? 0} as bigint), ${id})
            order by t.score desc, t.post_id desc limit 200
          ) highest order by key desc, id desc limit cast(${count} as integer)`,
      ),
    );
