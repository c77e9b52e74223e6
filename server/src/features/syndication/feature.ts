import type { Feature } from '../../platform/context.ts';
import { syndication as routes } from './routes.ts';

/** RSS, Atom and JSON feeds. */
export const syndication: Feature = {
  name: 'syndication',
  routes,
};
