import type { Feature } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { firstIdAt } from '../../platform/id.ts';
import { visiblePosts } from '../visibility/policy.ts';
import { deleteRowsOfMember, deleteRowsOfPosts } from './deletion.ts';
import { exports } from './export.ts';
import { registerKeyPurge } from './idempotency-keys.ts';
import { deleteMentionsOf, registerMentionLinks } from './mention-links.ts';
import { registerRenames } from './renames.ts';
import { registerRendering } from './render-again.ts';
import { posts as routes } from './routes.ts';
import { registerTop } from './top.ts';

/** Posts, their likes, revisions and lists. */
export const posts: Feature = {
  name: 'posts',
  routes,
  register(context) {
    registerRenames(context);
    registerMentionLinks(context);
    registerKeyPurge(context);
    registerRendering(context);
    registerTop(context);
  },
  exports,
  memberTables: { posts: { exportedAs: 'posts' }, revisions: { exportedAs: 'revisions' }, likes: { exportedAs: 'likes' } },
  deleteRowsOfMember: async (tx, userId) => (await deleteRowsOfMember(tx, userId)) || deleteMentionsOf(tx, userId),
  deleteRowsOfPosts,
  storedBytes: (userId, since) => sql`
    select octet_length(text) + coalesce(octet_length(title), 0) + coalesce((select octet_length(html) from post_html where post_id = posts.id), 0) as texts,
      0 as images, id > ${firstIdAt(since)} as is_new from posts where user_id = ${userId}
    union all select coalesce(octet_length(text), 0) + coalesce(octet_length(title), 0), 0, id > ${firstIdAt(since)} from revisions where user_id = ${userId}`,
  mediaOwners: { post: sql`exists (select 1 from ${visiblePosts('members')} p where p.id = r.owner)` },
};
