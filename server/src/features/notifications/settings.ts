import { type NotificationChannel, type NotificationKind, offByDefault } from '@dev-connector/contract';
import { type Sql, sql } from '../../platform/db/sql.ts';

/** Whether the member `u` receives a kind of notification on a channel. */
export const isOn = (kind: NotificationKind, channel: NotificationChannel): Sql => {
  const isOffByDefault = offByDefault.includes(kind);
  const chosen = sql`(select 1 from notification_settings s where s.user_id = u.id and s.kind = ${kind} and s.channel = ${channel} and s.is_on = ${isOffByDefault ? 1 : 0})`;
  return isOffByDefault ? sql`exists ${chosen}` : sql`not exists ${chosen}`;
};
