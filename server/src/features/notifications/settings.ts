import { type NotificationChannel, type NotificationSetting, notificationKinds } from '@dev-connector/contract';
import type { Db, Reader } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';

/** Whether the member `recipient` receives a kind of notification on a channel. All are on by default. */
export const isOn = (kind: Sql, channel: NotificationChannel): Sql => sql`
  not exists (
    select 1 from notification_settings s where s.user_id = recipient.id and s.kind = ${kind} and s.channel = ${channel} and s.is_on = 0)`;

/** Returns the choice of a member for each kind of notification on the site. */
export async function readSettings(db: Reader, { id }: Pick<Member, 'id'>): Promise<NotificationSetting[]> {
  const rows = await db.all<{ kind: string; is_on: number }>`
    select kind, is_on from notification_settings where user_id = ${id} and channel = 'site'`;
  const chosen = new Map(rows.map(({ kind, is_on }) => [kind, is_on === 1]));
  return notificationKinds.map((kind) => ({ kind, site: chosen.get(kind) ?? true }));
}

/** Changes the choices for some kinds. The others stay. */
export async function changeSettings(db: Db, member: Member, changes: NotificationSetting[]): Promise<NotificationSetting[]> {
  await writeAsMember(db, member, async (tx) => {
    for (const { kind, site } of changes)
      if (site) await tx.run`delete from notification_settings where user_id = ${member.id} and kind = ${kind} and channel = 'site'`;
      else
        await tx.run`
          insert into notification_settings (user_id, kind, channel, is_on) values (${member.id}, ${kind}, 'site', 0)
          on conflict (user_id, kind, channel) do nothing`;
  });
  return readSettings(db, member);
}
