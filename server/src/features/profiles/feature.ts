import type { Feature } from '../../platform/feature.ts';
import { registerProfiles } from './profile-changes.ts';
import { profiles as routes } from './routes.ts';

/** Profiles with experience and education. */
export const profiles: Feature = {
  name: 'profiles',
  routes,
  register: registerProfiles,
};
