import type { Feature } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { exports } from './export.ts';
import { registerProfiles } from './profile-changes.ts';
import { profiles as routes } from './routes.ts';

/** Profiles with experience and education. */
export const profiles: Feature = {
  name: 'profiles',
  routes,
  register: registerProfiles,
  exports,
  memberTables: { profiles: { exportedAs: 'profile' }, experiences: { exportedAs: 'profile' }, educations: { exportedAs: 'profile' } },
  storedBytes: (userId) => sql`
    select coalesce(octet_length(bio), 0) as texts, 0 as images, false as is_new from profiles where user_id = ${userId}
    union all select coalesce(octet_length(description), 0), 0, false from experiences where user_id = ${userId}
    union all select coalesce(octet_length(description), 0), 0, false from educations where user_id = ${userId}`,
};
