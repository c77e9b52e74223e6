import type { Feature } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { exports } from './export.ts';
import { registerAvatars } from './jobs.ts';
import { avatars as routes } from './routes.ts';

/** Pictures of members. */
export const avatars: Feature = {
  name: 'avatars',
  routes,
  register: registerAvatars,
  exports,
  memberTables: { avatars: { exportedAs: 'picture' }, uploaded_avatars: { exportedAs: 'uploadedPicture' } },
  storedBytes: (userId) => sql`
    select 0 as texts, f.size as images, false as is_new from uploaded_avatars a join media_files f on f.hash = a.hash where a.user_id = ${userId}`,
};
