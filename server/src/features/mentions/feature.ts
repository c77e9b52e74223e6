import type { Feature } from '../../platform/context.ts';
import { mentions as routes } from './routes.ts';

/** Mentions of members in texts. */
export const mentions: Feature = {
  name: 'mentions',
  routes,
  memberTables: { mentions: { notExported: 'texts of others' } },
};
