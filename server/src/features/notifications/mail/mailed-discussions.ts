import type { Reader, Transaction } from '../../../platform/db/db.ts';
import { defaultRetryFor } from '../../../platform/mail/mail.ts';

/* The table `mailed_discussions`. `mailed_at` is when the last mail about a discussion was sent to a member; while one waits, when it expires. */

const hour = 60 * 60 * 1000; // ms

interface Discussion {
  userId: string;
  discussion: string;
}

/** Returns when the next mail can be enqueued, or when to ask again because one is not sent yet. Ignores later times, which a wrong clock wrote. */
export async function nextMail(db: Reader, { userId, discussion }: Discussion, now: number): Promise<number | undefined> {
  const mailed = await db.get<{ at: number }>`
    select mailed_at as at from mailed_discussions where user_id = ${userId} and discussion = ${discussion}`;
  const at = mailed?.at ?? 0;
  const next = Math.min(at, now) + hour;
  return next > now && at <= now + defaultRetryFor ? next : undefined;
}

export const noteEnqueued = (tx: Transaction, { userId, discussion }: Discussion, now: number): Promise<unknown> => tx.run`
  insert into mailed_discussions (user_id, discussion, mailed_at) values (${userId}, ${discussion}, ${now + defaultRetryFor})
  on conflict (user_id, discussion) do update set mailed_at = excluded.mailed_at`;

export const noteSent = (tx: Transaction, { userId, discussion }: Discussion): Promise<unknown> =>
  tx.run`update mailed_discussions set mailed_at = ${Date.now()} where user_id = ${userId} and discussion = ${discussion}`;

/** Notes that a mail is not sent. */
export const forgetMail = (db: Pick<Transaction, 'run'>, { userId, discussion }: Discussion): Promise<unknown> =>
  db.run`delete from mailed_discussions where user_id = ${userId} and discussion = ${discussion}`;
