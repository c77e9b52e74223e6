import type { Feature } from '../../platform/context.ts';
import { registerIndexing } from './backfill.ts';
import { deleteRowsOfMember, deleteRowsOfPosts } from './deletion.ts';
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
  memberTables: { search_documents: { notExported: 'terms of texts that other parts have' } },
  deleteRowsOfMember,
  deleteRowsOfPosts,
};
