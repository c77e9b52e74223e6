import { awayDays } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { dueAfter, lockMailSettings, type MailSettings } from './mail-settings.ts';

/* Members who have not used the site for `awayDays` receive one final digest, and nothing more until they sign in. */

const day = 24 * 60 * 60 * 1000; // ms

/** Whether a member has been away for too long. Notes the last use of a session, which is deleted 30 days after it. */
export async function isAway(tx: Transaction, { userId, seenAt }: MailSettings, now: number): Promise<boolean> {
  const session = await tx.get<{ at: number | null }>`select max(used_at) as at from sessions where user_id = ${userId}`;
  const seen = Math.max(seenAt, session?.at ?? 0);
  if (seen > seenAt) await tx.run`update mail_settings set seen_at = ${seen} where user_id = ${userId}`;
  return seen < now - awayDays * day;
}

/** Notes sign-ins and sign-outs, and sends mails again to a member who comes back. */
export function notePresence({ events }: Pick<Context, 'events'>): void {
  const note = async (tx: Transaction, { userId }: { userId: string }) => {
    if (!(await tx.get`select 1 as one from mail_settings where user_id = ${userId}`)) return;
    const settings = await lockMailSettings(tx, userId);
    const now = Date.now();
    const due = settings.pausedAt === null ? settings.nextDigestAt : dueAfter(now, settings);
    await tx.run`update mail_settings set seen_at = ${now}, paused_at = null, next_digest_at = ${due} where user_id = ${userId}`;
  };
  events.on('session.created', note);
  events.on('session.ended', note);
}
