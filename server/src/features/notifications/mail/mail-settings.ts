import { type MailFrequency, type NotificationMail, sessionDays } from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../../../platform/db/db.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { Failure } from '../../../platform/errors.ts';
import type { Member } from '../../../platform/member.ts';
import { writeAsMember } from '../../accounts/member.ts';
import { newSecret } from '../../accounts/secret.ts';
import { visiblePeople } from '../../visibility/policy.ts';
import { isTimeZone, nextDigest, toTimeZone } from './schedule.ts';

/* The table `mail_settings`: how a member receives notifications by e-mail, and when the last mails were sent. */

const defaults: NotificationMail = { frequency: 'now', timeZone: 'UTC' };

export interface MailSettings extends NotificationMail {
  userId: string;
  token: string;
  nextDigestAt: number | null;
  digestOn: string | null;
  seenAt: number;
  pausedAt: number | null;
}

const columns = sql`
  user_id as "userId", frequency, time_zone as "timeZone", unsubscribe_token as token, next_digest_at as "nextDigestAt", digest_on as "digestOn",
  seen_at as "seenAt", paused_at as "pausedAt"`;

/** Whether mails contain a kind of notification: the kind of a row of `table`, for its member. */
export const isMailed = (table: Sql): Sql => sql`
  coalesce(
    (select s.is_on from notification_settings s where s.user_id = ${table}.user_id and s.kind = ${table}.kind and s.channel = 'email'),
    case when ${table}.kind in ('reply', 'mention') then 1 else 0 end) = 1`;

export async function readMailSettings(db: Reader, userId: string): Promise<NotificationMail> {
  const row = await db.get<NotificationMail>`select frequency, time_zone as "timeZone" from mail_settings where user_id = ${userId}`;
  return row ?? defaults;
}

const day = 24 * 60 * 60 * 1000; // ms

/** Locks the settings of a member. Creates them with the defaults: a member without a session has not used the site for the time that one lasts. */
export async function lockMailSettings(tx: Transaction, userId: string): Promise<MailSettings> {
  const lock = () => tx.lock<MailSettings>`select ${columns} from mail_settings where user_id = ${userId}`;
  const found = await lock();
  if (found) return found;
  const { frequency, timeZone } = defaults;
  await tx.run`
    insert into mail_settings (user_id, frequency, time_zone, unsubscribe_token, seen_at)
    values (${userId}, ${frequency}, ${timeZone}, ${newSecret()},
      coalesce((select max(used_at) from sessions where user_id = ${userId}), cast(${Date.now() - sessionDays * day} as bigint)))
    on conflict do nothing`;
  return (await lock()) as MailSettings;
}

/** Changes the settings of a member. Throws `timeZoneUnknown`. */
export async function changeMailSettings(db: Db, member: Member, change: Partial<NotificationMail>): Promise<NotificationMail> {
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone)) throw new Failure('timeZoneUnknown');
  return writeAsMember(db, member, async (tx) => {
    const { frequency, timeZone, digestOn } = {
      ...(await lockMailSettings(tx, member.id)),
      ...change,
      ...(change.timeZone !== undefined && { timeZone: toTimeZone(change.timeZone) }),
    };
    await tx.run`
      update mail_settings set ${previousFrequency}, frequency = ${frequency}, time_zone = ${timeZone}, paused_at = null, seen_at = ${Date.now()},
        next_digest_at = ${dueAfter(Date.now(), { frequency, timeZone, digestOn })}
      where user_id = ${member.id}`;
    return { frequency, timeZone };
  });
}

/** Returns when the next digest is due, or null without digests. */
export const dueAfter = (now: number, { frequency, timeZone, digestOn }: NotificationMail & { digestOn: string | null }): number | null =>
  isDigest(frequency) ? nextDigest(frequency, timeZone, now, digestOn) : null;

export const isDigest = (frequency: MailFrequency): frequency is 'daily' | 'weekly' => frequency === 'daily' || frequency === 'weekly';

/** 256 bits in base64url. */
const tokenShape = /^[\w-]{43}$/;

/** Stores the frequency that the statement replaces. */
const previousFrequency = sql`frequency_before = case when frequency = 'off' then frequency_before else frequency end`;

/** How the member with a token receives mails. */
export interface Subscription {
  email: string;
  frequency: MailFrequency;
}

/** Throws `unsubscribeInvalid` unless a text has the form of a token. Other texts can contain what no query accepts. */
function checkToken(token: string): void {
  if (!tokenShape.test(token)) throw new Failure('unsubscribeInvalid');
}

/** Returns the subscription with this token. Throws `unsubscribeInvalid`. */
export async function readSubscription(db: Reader, token: string): Promise<Subscription> {
  checkToken(token);
  const found = await db.get<Subscription>`
    select u.email, m.frequency from mail_settings m join ${visiblePeople('members')} u on u.id = m.user_id
    where m.unsubscribe_token = ${token}`;
  if (!found) throw new Failure('unsubscribeInvalid');
  return found;
}

/** Turns mails off for the member with this token. Throws `unsubscribeInvalid`. */
export async function turnOff(db: Db, token: string): Promise<Subscription> {
  checkToken(token);
  return db.transaction(async (tx) => {
    await tx.run`
      update mail_settings set ${previousFrequency}, frequency = 'off', next_digest_at = null where unsubscribe_token = ${token}`;
    return readSubscription(tx, token);
  });
}

/** Turns mails on again, as they were, for the member with this token. Throws `unsubscribeInvalid`. */
export async function turnOn(db: Db, token: string): Promise<Subscription> {
  checkToken(token);
  return db.transaction(async (tx) => {
    const found = await tx.lock<MailSettings & { before: MailFrequency | null }>`
      select ${columns}, frequency_before as before from mail_settings where unsubscribe_token = ${token}`;
    if (found?.frequency === 'off') {
      const frequency = found.before ?? defaults.frequency;
      const due = found.pausedAt === null ? dueAfter(Date.now(), { ...found, frequency }) : null;
      await tx.run`update mail_settings set frequency = ${frequency}, next_digest_at = ${due} where unsubscribe_token = ${token}`;
    }
    return readSubscription(tx, token);
  });
}
