import {
  alwaysMailed,
  isOnByDefault,
  mailedByDefault,
  type NotificationChannel,
  type NotificationSetting,
  type NotificationSettingChange,
  notificationKinds,
} from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';

/** Whether the member `recipient` receives a kind of notification on a channel. */
export const isOn = (kind: Sql, channel: NotificationChannel, byDefault = true): Sql => sql`
  coalesce((
    select s.is_on from notification_settings s where s.user_id = recipient.id and s.kind = ${kind} and s.channel = ${channel}
  ), ${byDefault ? sql`1` : sql`0`}) = 1`;

/** Returns the choice of a member for each kind of notification and channel. */
export async function readSettings(db: Reader, { id }: Pick<Member, 'id'>): Promise<NotificationSetting[]> {
  const rows = await db.all<{ kind: string; channel: string; is_on: number }>`
    select kind, channel, is_on from notification_settings where user_id = ${id}`;
  const chosen = new Map(rows.map(({ kind, channel, is_on }) => [`${kind} ${channel}`, is_on === 1]));
  return notificationKinds.map((kind) => ({
    kind,
    site: chosen.get(`${kind} site`) ?? isOnByDefault(kind),
    email: alwaysMailed.includes(kind) || (chosen.get(`${kind} email`) ?? mailedByDefault.includes(kind)),
  }));
}

/** Changes the choices for some kinds. The others stay. */
export async function changeSettings(db: Db, member: Member, changes: NotificationSettingChange[]): Promise<NotificationSetting[]> {
  await writeAsMember(db, member, async (tx) => {
    for (const { kind, site, email } of changes) {
      if (site !== undefined) await choose(tx, member, kind, 'site', site, isOnByDefault(kind));
      if (email !== undefined && !alwaysMailed.includes(kind))
        await choose(tx, member, kind, 'email', email, mailedByDefault.includes(kind));
    }
  });
  return readSettings(db, member);
}

/** Stores a choice if it differs from the default. */
async function choose(tx: Transaction, { id }: Member, kind: string, channel: NotificationChannel, isOn: boolean, byDefault: boolean) {
  if (isOn === byDefault)
    return tx.run`delete from notification_settings where user_id = ${id} and kind = ${kind} and channel = ${channel}`;
  return tx.run`
    insert into notification_settings (user_id, kind, channel, is_on) values (${id}, ${kind}, ${channel}, ${isOn ? 1 : 0})
    on conflict (user_id, kind, channel) do update set is_on = excluded.is_on`;
}
