import type { Feature } from '../../platform/context.ts';
import { offline as routes } from './routes.ts';

/** The formatter without a network. */
export const offline: Feature = {
  name: 'offline',
  routes,
};
