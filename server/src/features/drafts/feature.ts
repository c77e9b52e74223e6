import type { Feature } from '../../platform/context.ts';
import { sql } from '../../platform/db/sql.ts';
import { deleteDraftsOf, deleteSentDraft } from './drafts.ts';
import { exports } from './export.ts';
import { drafts as routes } from './routes.ts';

/** Texts that are not sent yet. */
export const drafts: Feature = {
  name: 'drafts',
  routes,
  register({ events }) {
    events.on('draft.sent', deleteSentDraft);
    events.on('user.deleted', (tx, { userId }) => deleteDraftsOf(tx, userId));
  },
  exports,
  memberTables: { drafts: { exportedAs: 'drafts' } },
  storedBytes: (userId, since) => sql`
    select octet_length(text) as texts, 0 as images, updated_at > ${since} as is_new from drafts where user_id = ${userId}`,
  mediaOwners: { draft: sql`1 = 1` },
};
