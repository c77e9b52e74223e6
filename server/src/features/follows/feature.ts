import type { Feature } from '../../platform/feature.ts';
import { follows as routes } from './routes.ts';

/** Members and tags that a member follows or mutes. */
export const follows: Feature = {
  name: 'follows',
  routes,
};
