import type { Feature } from '../../platform/context.ts';
import { deleteRowsOfMember, deleteRowsOfPosts } from './deletion.ts';
import { exports } from './export.ts';
import { registerFollowed } from './followed.ts';
import { mailRoutes } from './mail/mail-routes.ts';
import { registerMails } from './mail/register.ts';
import { registerNotificationPurge } from './purge.ts';
import { notifications as routes } from './routes.ts';
import { notifyOfEvents } from './subscribers.ts';
import { registerWatchers } from './watchers.ts';

/** Notifications of members, and their choice of discussions and kinds. */
export const notifications: Feature = {
  name: 'notifications',
  async routes(app, context) {
    await routes(app, context);
    await mailRoutes(app, context);
  },
  register(context) {
    notifyOfEvents(context);
    registerNotificationPurge(context);
    registerWatchers(context);
    registerFollowed(context);
    registerMails(context);
  },
  exports,
  memberTables: {
    notifications: { exportedAs: 'notifications' },
    post_watches: { exportedAs: 'watchedDiscussions' },
    mail_settings: { exportedAs: 'notificationMail' },
    mailed_discussions: { notExported: 'deleted an hour after the mail was sent or expired' },
    notification_settings: { exportedAs: 'notificationSettings' },
  },
  deleteRowsOfMember,
  deleteRowsOfPosts,
};
