import type { Feature } from '../../platform/feature.ts';
import { tags as routes } from './routes.ts';
import { registerTags } from './tag-changes.ts';

/** Tags of posts. */
export const tags: Feature = {
  name: 'tags',
  routes,
  register: registerTags,
};
