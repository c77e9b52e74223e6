import type { TUnsafe } from 'typebox';
import { avatar } from './avatars.ts';
import { handle } from './handles.ts';
import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { array, boolean, byId, id, idPattern, instant, integer, object, optional, page, type Static, string } from './shared/schema.ts';

export const notificationKinds = ['reply', 'comment', 'mention', 'follow', 'like', 'post', 'signIn', 'security'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** The others are off until a member turns them on. */
export const isOnByDefault = (kind: string): boolean => kind !== 'post';

/** What a notification of kind `security` is about. */
export const securityChanges = ['password', 'email', 'handle', 'export'] as const;
export type SecurityChange = (typeof securityChanges)[number];

export type NotificationChannel = 'site' | 'email';

/** Days after which a notification that has been read is deleted. */
export const notificationDays = 180;

const kind = string({
  enum: [...notificationKinds],
  description:
    'reply: a comment on your post, or a reply to your comment; comment: another one in a discussion that you watch; post: by a member or in a tag that you follow; signIn: to your account, from a new device; security: a change of your account. There will be more kinds; ignore those that you do not know.',
}) as unknown as TUnsafe<NotificationKind>;

/** Notifications of a kind about the same subject, such as the likes of a post, are merged into one. */
export const notification = object(
  {
    _id: id({ description: 'Grows when more happens about the same subject after you have read it.' }),
    kind,
    date: instant({ description: 'Of kind post: when `post` was written. The order follows `_id`.' }),
    read: boolean(),
    actors: array(object({ _id: id(), name: string(), handle: handle(), avatar: avatar() }), {
      description: 'The newest members who caused it, at least one. You, if it is about your account.',
    }),
    others: integer({ description: 'Number of further members who caused it.' }),
    post: optional(
      object({
        _id: id(),
        title: optional(string()),
        excerpt: string({ description: 'The first line of the text, without markup.' }),
        isOwn: boolean({ description: 'Whether it is your post.' }),
      }),
    ),
    comment: optional(
      object(
        {
          _id: id(),
          excerpt: string({ description: 'The beginning of the text, without markup.' }),
          isReply: boolean({ description: 'Whether it replies to a comment of yours.' }),
        },
        { description: 'The comment that was written or liked.' },
      ),
    ),
    posts: optional(
      integer({
        description: `Only of kind post: number of new posts, of which \`post\` is the newest. ${limits.unread} means that many or more.`,
      }),
    ),
    tag: optional(string({ description: 'Only of kind post: the tag that you follow, unless you follow the author.' })),
    device: optional(string({ description: 'Only of kind signIn, while the session exists: the User-Agent of the device.' })),
    change: optional(
      string({
        enum: [...securityChanges],
        description: 'Only of kind security: what was changed; export: all your data were downloaded.',
      }) as unknown as TUnsafe<SecurityChange>,
    ),
  },
  { title: 'Notification' },
);
export type Notification = Static<typeof notification>;

/** The newest first. Leaves out those about content that you may no longer see. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications',
  tag: 'Notifications',
  access: 'member',
  query: object({
    ...page,
    filter: optional(string({ title: 'Filter', enum: ['all', 'mentions'], default: 'all', description: 'Only mentions, or all.' })),
  }),
  reply: array(notification),
  hasEtag: true,
  errors: ['cursorInvalid'],
});

export const unreadNotifications = object(
  { unread: integer({ description: `Number of unread notifications. ${limits.unread} means that many or more.` }) },
  { title: 'UnreadNotifications' },
);
export type UnreadNotifications = Static<typeof unreadNotifications>;

export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'Count your unread notifications',
  tag: 'Notifications',
  access: 'member',
  reply: unreadNotifications,
});

const notificationId = (title: string, description: string) =>
  optional(string({ title, pattern: idPattern, 'x-invalid': `${title} must be the id of a notification`, description }));

/** Newer notifications stay unread. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark one notification as read, or all up to one',
  tag: 'Notifications',
  access: 'member',
  unverified: true,
  body: object(
    {
      id: notificationId('Id', 'Marks this notification.'),
      upTo: notificationId('Up to', 'Marks all notifications up to this one, which may have been withdrawn.'),
    },
    { title: 'ReadNotifications' },
  ),
  reply: unreadNotifications,
  notFound: 'notificationNotFound',
  errors: ['notificationChoice'],
  rate: 'notification',
});

const onSite = { title: 'Site', description: 'Whether you are notified on the site.' };
const byMail = {
  title: 'E-mail',
  description:
    'Whether they are mailed, too, if they are on on the site. Always true for signIn and security, which are mailed at once in any case.',
};

export const notificationSetting = object({ kind, site: boolean(onSite), email: boolean(byMail) }, { title: 'NotificationSetting' });
export type NotificationSetting = Static<typeof notificationSetting>;

const settings = array(notificationSetting, { description: 'One for each kind.' });
const ofSettings = { path: '/api/notifications/settings', tag: 'Notifications', access: 'member', reply: settings } as const;

export const readNotificationSettings = endpoint({ ...ofSettings, method: 'GET', summary: 'Read what you are notified of' });

const change = object({ kind, site: optional(boolean(onSite)), email: optional(boolean(byMail)) }, { title: 'NotificationSettingChange' });
export type NotificationSettingChange = Static<typeof change>;

/** Changes the kinds in the body. Channels that are left out stay. */
export const changeNotificationSettings = endpoint({
  ...ofSettings,
  method: 'PUT',
  summary: 'Change what you are notified of',
  unverified: true,
  body: object({ settings: array(change, { title: 'Settings', maxItems: 20 }) }, { title: 'NotificationSettings' }),
  rate: 'notification',
});

export const watch = object(
  {
    watched: boolean({
      description: 'Whether you are notified of new comments. Authors and commenters are, until they choose otherwise.',
    }),
    muted: boolean({
      description:
        'Whether you are notified of nothing in the discussion. If you neither watch nor mute it: only of replies to your comments, mentions and likes.',
    }),
  },
  { title: 'Watch' },
);
export type Watch = Static<typeof watch>;

const ofDiscussion = {
  path: '/api/posts/:id/watch',
  tag: 'Notifications',
  access: 'member',
  params: byId,
  reply: watch,
  notFound: 'postNotFound',
} as const;

export const readWatch = endpoint({ ...ofDiscussion, method: 'GET', summary: 'Read whether you watch a discussion' });

/** Idempotent. Ends a mute. */
export const watchDiscussion = endpoint({
  ...ofDiscussion,
  method: 'PUT',
  summary: 'Watch a discussion, or stop watching it',
  body: object(
    { watched: optional(boolean({ title: 'Watched', default: true, description: 'false: stops watching without muting.' })) },
    { title: 'WatchInput' },
  ),
  isBodyOptional: true,
  errors: ['watchesFull'],
  rate: 'notification',
});

/** Idempotent. Also mutes a discussion that the member does not watch. Keeps the earlier notifications. */
export const muteDiscussion = endpoint({
  ...ofDiscussion,
  method: 'DELETE',
  summary: 'Mute a discussion',
  errors: ['watchesFull'],
  rate: 'notification',
});
