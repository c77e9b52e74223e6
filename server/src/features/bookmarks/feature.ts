import type { Feature } from '../../platform/context.ts';
import { deleteRowsOfMember, deleteRowsOfPosts } from './deletion.ts';
import { exports } from './export.ts';
import { bookmarks as routes } from './routes.ts';

/** Bookmarks of posts, in folders. */
export const bookmarks: Feature = {
  name: 'bookmarks',
  routes,
  exports,
  memberTables: { bookmarks: { exportedAs: 'bookmarks' } },
  deleteRowsOfMember,
  deleteRowsOfPosts,
};
