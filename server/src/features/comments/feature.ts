import type { Feature } from '../../platform/feature.ts';
import { comments as routes } from './routes.ts';

/** Comments and their threads. */
export const comments: Feature = {
  name: 'comments',
  routes,
};
