import { limits, type UnreadNotifications } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Reader } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { unreadGroups } from './shown.ts';

/** Counts the member's unread notifications, up to `limits.unread`. */
export async function countUnread(db: Reader, { id }: Pick<Member, 'id'>): Promise<UnreadNotifications> {
  const row = await db.get<{ unread: number }>`
    select count(*) as unread from ${unreadGroups(id, sql`limit cast(${limits.unread} as integer)`)} shown`;
  return { unread: Number(row?.unread ?? 0) };
}

/**
 * Marks a notification as read, with the older ones of its group, or all up to one. Idempotent. Newer ones, which the member has not seen, stay unread:
 * also one that stands for a newer post since the member saw it. Throws `notificationNotFound` for an unknown `id`; `upTo` may have been deleted.
 */
export async function markRead(
  { db, events }: Context,
  member: Member,
  { id, upTo }: { id?: string | undefined; upTo?: string | undefined },
) {
  const newest = upTo ?? id;
  if (newest === undefined || (id !== undefined && upTo !== undefined)) throw new Failure('notificationChoice');
  await writeAsMember(db, member, async (tx) => {
    const now = Date.now();
    if (upTo === undefined) {
      const found = await tx.get<{ kind: string; subject: string }>`
        select kind, subject from notifications
        where user_id = ${member.id} and id >= ${newest} and (id = ${newest} or (kind = 'post' and first_post_id <= ${newest}))
        order by id limit 1`;
      if (!found) throw new Failure('notificationNotFound');
      await tx.run`
        update notifications set read_at = ${now}
        where user_id = ${member.id} and id <= ${newest} and read_at is null
          and kind = ${found.kind} and (kind = 'follow' or subject = ${found.subject})`;
    } else await tx.run`update notifications set read_at = ${now} where user_id = ${member.id} and id <= ${newest} and read_at is null`;
    await events.publish(tx, 'notifications.changed', { userIds: [member.id] });
  });
  return countUnread(db, member);
}
