import { type Sql, sql } from '../../platform/db/sql.ts';

/*
 * Who may see a post, a comment or a person. Every list, count, search, feed, picture and download selects from these fragments (npm run check enforces it), so that a
 * new reason to be invisible, such as a block, is added here only:
 *
 *     await db.all`select id, state as version from ${visiblePosts(viewer)} p where p.user_id = ${author}`;
 */

/** Who looks: a member; all members, for what is the same for each of them; or visitors, who have not signed in. */
export type Viewer = { id: string } | 'members' | 'visitors';

/**
 * The posts that a viewer may open: not deleted, of an account that is not deleted, and for visitors public. Their counts leave out likes and comments of deleted
 * accounts, and for visitors the comments that they may not see; `state` is the version of what their JSON shows.
 */
export const visiblePosts = (viewer: Viewer): Sql => (viewer === 'visitors' ? sql`public_posts` : sql`visible_posts`);

/**
 * The comments that a viewer may see on a post that they may open: of accounts that are not deleted. Visitors see those that are public, like all comments above
 * them, while the post is public and its author does not keep its comments for members.
 */
export const visibleComments = (viewer: Viewer): Sql => (viewer === 'visitors' ? sql`public_comments` : sql`visible_comments`);

/** The likes that a viewer may see of a post that they may open: of accounts that are not deleted. */
export const visibleLikes = (_viewer: Viewer): Sql => sql`visible_likes`;

/** The people that a viewer may see: accounts that are not deleted, and for visitors have published a profile or a post. */
export const visiblePeople = (viewer: Viewer): Sql =>
  viewer === 'visitors'
    ? sql`(select * from users account where deleted_at is null and (
        (select 1 from profiles where user_id = account.id) is not null
        or (select 1 from ${visiblePosts(viewer)} published where published.user_id = account.id limit 1) is not null))`
    : sql`(select * from users where deleted_at is null)`;

/**
 * Whether the lists of a member leave out the post with this id, which the member may still open: it has a tag that the member mutes, and is not their own.
 * Subqueries that return a value, because PostgreSQL may read all posts for `exists`.
 */
export const isLeftOut = (viewer: string | Sql, post: string | Sql): Sql => sql`(
  (select 1 from tag_mutes where user_id = ${viewer} limit 1) is not null
  and (select 1 from muted_posts muted where muted.user_id = ${viewer} and muted.post_id = ${post} limit 1) is not null
  and (select own.user_id from posts own where own.id = ${post}) <> ${viewer})`;
