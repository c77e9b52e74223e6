import type { Feature } from '../../platform/feature.ts';
import { registerAvatars } from './jobs.ts';
import { avatars as routes } from './routes.ts';

/** Pictures of members. */
export const avatars: Feature = {
  name: 'avatars',
  routes,
  register: registerAvatars,
};
