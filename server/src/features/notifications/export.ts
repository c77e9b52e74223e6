import type { NotificationKind } from '@dev-connector/contract';
import { exportList, exportValue, type ReadRows, toInstant } from '../../platform/export.ts';
import { timeOfId } from '../../platform/id.ts';
import { changeOf } from './list.ts';
import { readMailSettings } from './mail/mail-settings.ts';

interface Row {
  id: string;
  kind: NotificationKind;
  subject: string;
  actor_id: string;
  post_id: string | null;
  comment_id: string | null;
  read_at: number | null;
}

/** Reads what the member was notified of. Without names and texts, which may have been hidden since. */
const readNotifications: ReadRows<'notifications'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<Row>`
    select id, kind, subject, actor_id, post_id, comment_id, read_at from notifications
    where user_id = ${id} and id > ${after} order by id limit ${count}`;
  return rows.map(({ id, kind, subject, actor_id, post_id, comment_id, read_at }) => ({
    key: id,
    item: {
      kind,
      date: toInstant(timeOfId(id)),
      user: actor_id,
      ...(post_id !== null && { post: post_id }),
      ...(comment_id !== null && { comment: comment_id }),
      ...(kind === 'security' && { change: changeOf({ subject }) }),
      ...(read_at !== null && { read: toInstant(read_at) }),
    },
  }));
};

const readWatches: ReadRows<'watchedDiscussions'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<{ post_id: string; state: string; created_at: number }>`
    select post_id, state, created_at from post_watches where user_id = ${id} and post_id > ${after} order by post_id limit ${count}`;
  return rows.map(({ post_id, state, created_at }) => ({
    key: post_id,
    item: { post: post_id, watched: state === 'watched', muted: state === 'muted', date: toInstant(created_at) },
  }));
};

const readSettings: ReadRows<'notificationSettings'> = async (reader, { id }, after, count) => {
  const rows = await reader.all<{ key: string; kind: string; channel: string; is_on: number }>`
    select kind || ' ' || channel as key, kind, channel, is_on from notification_settings
    where user_id = ${id} and kind || ' ' || channel > ${after} order by 1 limit ${count}`;
  return rows.map(({ key, kind, channel, is_on }) => ({ key, item: { kind, channel, on: is_on === 1 } }));
};

/** What notifications export. */
export const exports = [
  exportList('notifications', 500, readNotifications),
  exportList('watchedDiscussions', 500, readWatches),
  exportList('notificationSettings', 100, readSettings),
  exportValue('notificationMail', ({ db }, { id }) => readMailSettings(db, id)),
];
