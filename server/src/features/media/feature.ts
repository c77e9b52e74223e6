import type { Feature } from '../../platform/feature.ts';
import { registerMediaPurge } from './purge.ts';
import { media as routes } from './routes.ts';

/** Images in texts. */
export const media: Feature = {
  name: 'media',
  routes,
  register: registerMediaPurge,
};
