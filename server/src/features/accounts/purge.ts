import type { Context } from '../../platform/context.ts';
import { eachRange, repeat } from '../../platform/jobs/repeat.ts';
import { deleteInvalidInvitations } from './invitations.ts';
import { forgetOldCallers } from './known-callers.ts';
import { deleteExpiredLinks } from './mail/links.ts';
import { deleteInvalidResets } from './password-resets.ts';
import { deleteExpiredSessions } from './sessions.ts';

const interval = 60 * 60 * 1000; // ms

/** Rows per statement, so that other writes run in between. A user has up to 20 known addresses and devices each. */
const batch = { rows: 500, users: 50 };

/**
 * Registers the job that deletes expired sessions, invitations, reset links, mailed links, known addresses and known devices. They are useless already: every query checks
 * their dates. Also deletes those dated in the future by a clock that was ahead, which would last too long.
 */
export function registerAccountPurge({ db, jobs }: Context): void {
  jobs.every('accounts.purge', interval, async (signal) => {
    await eachRange((after) => deleteExpiredSessions(db, after, batch.rows), signal);
    await repeat(() => deleteInvalidInvitations(db, batch.rows), batch.rows, signal);
    await repeat(() => deleteInvalidResets(db, batch.rows), batch.rows, signal);
    await repeat(() => deleteExpiredLinks(db, batch.rows), batch.rows, signal);
    await eachRange((after) => forgetOldCallers(db, after, batch.users), signal);
  });
}
