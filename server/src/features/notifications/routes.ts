import {
  changeNotificationSettings,
  countUnreadNotifications,
  listNotifications,
  muteDiscussion,
  readNotificationSettings,
  readNotifications,
  readWatch,
  watchDiscussion,
} from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendPage } from '../../platform/http/route.ts';
import * as list from './list.ts';
import * as read from './read.ts';
import * as settings from './settings.ts';
import * as watches from './watches.ts';

export const notifications: Mount = (app, context) => {
  const { db } = context;
  route(app, listNotifications, async (call) => sendPage(call, await list.listNotifications(context, call.member, call.query)));
  route(app, countUnreadNotifications, ({ member }) => read.countUnread(db, member));
  route(app, readNotifications, ({ member, body }) => read.markRead(context, member, body));
  route(app, readNotificationSettings, ({ member }) => settings.readSettings(db, member));
  route(app, changeNotificationSettings, ({ member, body }) => settings.changeSettings(db, member, body.settings));
  route(app, readWatch, ({ member, params }) => watches.readWatch(db, member, params.id));
  route(app, watchDiscussion, ({ member, params, body }) =>
    watches.setWatch(db, member, params.id, body.watched === false ? 'unwatched' : 'watched'),
  );
  route(app, muteDiscussion, ({ member, params }) => watches.setWatch(db, member, params.id, 'muted'));
};
