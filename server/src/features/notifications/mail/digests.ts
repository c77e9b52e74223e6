import type { Context } from '../../../platform/context.ts';
import { repeat } from '../../../platform/jobs/repeat.ts';
import { enqueueDigest } from './batches.ts';
import { dueAfter, isDigest, lockMailSettings } from './mail-settings.ts';
import { isAway } from './presence.ts';
import { dateIn } from './schedule.ts';

const interval = 5 * 60_000; // ms
/** Members per run, and rows per statement. */
const batch = 100;
const hour = 60 * 60 * 1000; // ms

/** Registers the job that enqueues due digests, and forgets when discussions were mailed more than an hour ago. */
export function registerDigests(context: Context): void {
  const { db, jobs } = context;
  jobs.every('notifications.digests', interval, async (signal) => {
    const due = await db.all<{ id: string }>`
      select user_id as id from mail_settings where next_digest_at <= ${Date.now()} order by next_digest_at limit cast(${batch} as integer)`;
    for (const { id } of due) if (!signal.aborted) await sendDigest(context, id, Date.now());
    if (due.length === batch) return Date.now();
    await repeat(
      () => db.run`
        delete from mailed_discussions where (user_id, discussion) in (
          select user_id, discussion from mailed_discussions where mailed_at < ${Date.now() - hour} limit cast(${batch} as integer))`,
      batch,
      signal,
    );
    return undefined;
  });
}

/** Enqueues the digest of a member and schedules the next one in one transaction, so that no date has two. */
const sendDigest = (context: Context, userId: string, now: number): Promise<void> =>
  context.db.transaction(async (tx) => {
    const settings = await lockMailSettings(tx, userId);
    const { frequency, timeZone, nextDigestAt } = settings;
    if (nextDigestAt === null || nextDigestAt > now || !isDigest(frequency)) return;
    const final = await isAway(tx, settings, now);
    const digestOn = dateIn(timeZone, now);
    await tx.run`
      update mail_settings set digest_on = ${digestOn}, paused_at = ${final ? now : null},
        next_digest_at = ${final ? null : dueAfter(now, { frequency, timeZone, digestOn })}
      where user_id = ${userId}`;
    await enqueueDigest(context, tx, userId, final ? 'final' : frequency);
  });
