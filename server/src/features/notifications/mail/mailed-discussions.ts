import type { Reader, Transaction } from '../../../platform/db/db.ts';
import { defaultRetryFor } from '../../../platform/mail/mail.ts';

/* The table `mailed_discussions`: when a mail about a discussion was sent to a member. Until it is sent, the time is when it is dropped at the latest. */

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

export const noteEnqueued = (tx: Transaction, mail: Discussion, now: number): Promise<unknown> => note(tx, mail, now + defaultRetryFor);

export const noteSent = (tx: Transaction, mail: Discussion): Promise<unknown> => note(tx, mail, Date.now());

const note = (tx: Transaction, { userId, discussion }: Discussion, at: number): Promise<unknown> => tx.run`
  insert into mailed_discussions (user_id, discussion, mailed_at) values (${userId}, ${discussion}, ${at})
  on conflict (user_id, discussion) do update set mailed_at = excluded.mailed_at`;

/** Notes that a mail is not sent. */
export const forgetMail = (db: Pick<Transaction, 'run'>, { userId, discussion }: Discussion): Promise<unknown> =>
  db.run`delete from mailed_discussions where user_id = ${userId} and discussion = ${discussion}`;
