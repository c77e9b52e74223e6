import type { Feature } from '../../platform/context.ts';
import { registerRepositories } from './jobs.ts';
import { repositories as routes } from './routes.ts';

/** Repositories of members at the code host. */
export const repositories: Feature = {
  name: 'repositories',
  routes,
  register: registerRepositories,
};
