import type { Feature } from '../../platform/context.ts';
import { exports } from './export.ts';
import { deleteRowsOfMember } from './follows.ts';
import { follows as routes } from './routes.ts';

/** Members and tags that a member follows or mutes. */
export const follows: Feature = {
  name: 'follows',
  routes,
  exports,
  memberTables: {
    user_follows: { exportedAs: 'follows' },
    tag_follows: { exportedAs: 'followedTags' },
    tag_mutes: { exportedAs: 'mutedTags' },
    follow_states: { exportedAs: 'followSettings' },
  },
  deleteRowsOfMember,
};
