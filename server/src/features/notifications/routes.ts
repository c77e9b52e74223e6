import { countUnreadNotifications, listNotifications, readNotifications } from '@dev-connector/contract';
import type { Mount } from '../../platform/context.ts';
import { route, sendPage } from '../../platform/http/route.ts';
import * as list from './list.ts';
import * as read from './read.ts';

export const notifications: Mount = (app, context) => {
  const { db } = context;
  route(app, listNotifications, async (call) => sendPage(call, await list.listNotifications(context, call.member, call.query)));
  route(app, countUnreadNotifications, ({ member }) => read.countUnread(db, member));
  route(app, readNotifications, ({ member, body }) => read.markRead(db, member, body));
};
