import type { Feature } from '../../platform/context.ts';
import { registerDirectory } from './entries.ts';
import { directory as routes } from './routes.ts';

/** The list of members with its filters. */
export const directory: Feature = {
  name: 'directory',
  routes,
  register: registerDirectory,
};
