import { type Sql, sql } from '../../platform/db/sql.ts';
import { isLeftOut } from '../visibility/policy.ts';

/** Whether a member has muted the discussion of a post. */
export const isDiscussionMuted = (viewer: string | Sql, post: string | Sql): Sql =>
  sql`coalesce((select w.state from post_watches w where w.post_id = ${post} and w.user_id = ${viewer}), '') = 'muted'`;

/** Whether a member has muted the discussion of a post, or a tag of a post that is not their own. */
export const isMuted = (viewer: string | Sql, post: string | Sql): Sql => sql`(
  ${isDiscussionMuted(viewer, post)}
  or ${isLeftOut(viewer, post)})`;
