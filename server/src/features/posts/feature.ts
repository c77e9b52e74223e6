import type { Feature } from '../../platform/feature.ts';
import { registerKeyPurge } from './idempotency-keys.ts';
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
    registerKeyPurge(context);
    registerRendering(context);
    registerTop(context);
  },
};
