import type { Feature } from '../../platform/context.ts';
import { site as routes } from './routes.ts';

/** The identity of the site, and its own pages. */
export const site: Feature = {
  name: 'site',
  routes,
};
