import type { Feature } from '../../platform/feature.ts';
import { bookmarks as routes } from './routes.ts';

/** Bookmarks of posts, in folders. */
export const bookmarks: Feature = {
  name: 'bookmarks',
  routes,
};
