import type { Feature } from '../../platform/context.ts';
import { health as routes } from './routes.ts';

/** Whether the site is alive and ready, and its metrics. */
export const monitoring: Feature = {
  name: 'monitoring',
  routes,
};
