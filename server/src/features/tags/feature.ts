import type { Feature } from '../../platform/context.ts';
import { removePostTags } from './post-tags.ts';
import { tags as routes } from './routes.ts';
import { registerTags } from './tag-changes.ts';

/** Tags of posts. */
export const tags: Feature = {
  name: 'tags',
  routes,
  register: registerTags,
  async deleteRowsOfPosts(tx, postIds) {
    await removePostTags(tx, postIds);
    return false;
  },
};
