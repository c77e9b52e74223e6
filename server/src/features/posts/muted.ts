import { type Sql, sql } from '../../platform/db/sql.ts';

/**
 * Whether the post with this id has a tag that the viewer mutes, and is not the viewer's own. Subqueries that return a value, because PostgreSQL may read all posts
 * for `exists`.
 */
export const isMuted = (viewer: string, post: Sql): Sql => sql`(
  exists (select 1 from tag_mutes where user_id = ${viewer})
  and (select 1 from muted_posts muted where muted.user_id = ${viewer} and muted.post_id = ${post} limit 1) is not null
  and (select own.user_id from posts own where own.id = ${post}) <> ${viewer})`;
