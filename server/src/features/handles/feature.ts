import type { Context, Feature } from '../../platform/context.ts';
import { exportValue, toInstant } from '../../platform/export.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import { giveFirstHandles } from './first-handles.ts';
import { deleteExpiredClaims, formerHandles } from './handles.ts';
import { handles as routes } from './routes.ts';

const interval = 24 * 60 * 60 * 1000; // ms
const batch = 500;

/** The names of members in addresses and mentions. */
export const handles: Feature = {
  name: 'handles',
  routes,
  prepare: ({ db }) => giveFirstHandles(db),
  register: ({ db, jobs }: Context) =>
    jobs.every('handles.purge', interval, (signal) => repeat(() => deleteExpiredClaims(db, batch), batch, signal)),
  exports: [
    exportValue('formerHandles', async ({ db }, member) =>
      (await formerHandles(db, member.id)).map(({ handle, expires_at }) => ({ handle, until: toInstant(expires_at) })),
    ),
  ],
  memberTables: { handle_claims: { exportedAs: 'formerHandles' } },
};
