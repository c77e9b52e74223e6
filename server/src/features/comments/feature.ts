import type { Feature } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { firstIdAt } from '../../platform/id.ts';
import { rendererOf } from '../markdown/markdown-renderer.ts';
import { commentsOf } from '../posts/hydration.ts';
import { visibleComments, visiblePosts } from '../visibility/policy.ts';
import { deleteRowsOfMember, deleteRowsOfPosts } from './deletion.ts';
import { exports } from './export.ts';
import { newestComments } from './lists.ts';
import { comments as routes } from './routes.ts';

/** Comments and their threads. */
export const comments: Feature = {
  name: 'comments',
  routes,
  register(context) {
    commentsOf(context).read = (reader, postIds) => newestComments(rendererOf(context), reader, postIds);
  },
  exports,
  memberTables: { comments: { exportedAs: 'comments' }, comment_likes: { exportedAs: 'commentLikes' } },
  deleteRowsOfMember,
  deleteRowsOfPosts,
  storedBytes: (userId, since) => sql`
    select octet_length(text) + coalesce((select octet_length(html) from comment_html where comment_id = comments.id), 0) as texts, 0 as images,
      id > ${firstIdAt(since)} as is_new from comments where user_id = ${userId}`,
  mediaOwners: {
    comment: sql`exists (select 1 from ${visibleComments('members')} c join ${visiblePosts('members')} p on p.id = c.post_id where c.id = r.owner)`,
  },
};
