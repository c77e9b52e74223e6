import type { Feature } from '../../platform/context.ts';
import { docs as routes } from './routes.ts';

/** The documentation of the API. */
export const apiDocs: Feature = {
  name: 'api-docs',
  routes,
};
