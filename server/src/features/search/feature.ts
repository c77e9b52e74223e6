import type { Feature } from '../../platform/feature.ts';
import { registerIndexing } from './backfill.ts';
import { indexChanges } from './index-changes.ts';
import { search as routes } from './routes.ts';

/** The search in posts, comments and members. */
export const search: Feature = {
  name: 'search',
  routes,
  register(context) {
    indexChanges(context);
    registerIndexing(context);
  },
};
