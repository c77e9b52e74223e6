import type { Feature } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { exports } from './export.ts';
import { deleteRowsOfMember } from './media.ts';
import { registerMediaPurge } from './purge.ts';
import { media as routes } from './routes.ts';

/** Images in texts. */
export const media: Feature = {
  name: 'media',
  routes,
  register: registerMediaPurge,
  exports,
  memberTables: { media: { exportedAs: 'media' } },
  deleteRowsOfMember,
  storedBytes: (userId, since) => sql`
    select 0 as texts, f.size as images, m.created_at > ${since} as is_new from media m join media_files f on f.hash = m.hash where m.user_id = ${userId}`,
};
