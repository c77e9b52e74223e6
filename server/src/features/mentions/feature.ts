import type { Feature } from '../../platform/context.ts';
import { mentions as routes } from './routes.ts';
import { deleteRowsOfMember, registerLinks } from './update-links.ts';

/** Members whom texts mention. */
export const mentions: Feature = {
  name: 'mentions',
  routes,
  register: registerLinks,
  memberTables: { mentions: { notExported: 'texts of others' } },
  deleteRowsOfMember,
};
