import type { TUnsafe } from 'typebox';
import { endpoint } from './shared/endpoint.ts';
import { message, object, optional, type Static, string } from './shared/schema.ts';

export const mailFrequencies = ['now', 'daily', 'weekly', 'off'] as const;
export type MailFrequency = (typeof mailFrequencies)[number];

/** The kinds of notifications that are mailed unless the member chooses otherwise: those for the member in person. */
export const mailedByDefault = ['reply', 'mention'];

/** The kinds that are mailed at once and always, because they are about the security of the account. */
export const alwaysMailed = ['signIn', 'security'];

/** Hour of the member's day in which digests are sent; weekly ones on Mondays. */
export const digestHour = 8;

/** Days without a visit after which a member receives a final digest, and no further mails until the next sign-in. */
export const awayDays = 60;

const frequency = string({
  title: 'Frequency',
  enum: [...mailFrequencies],
  description: `now: at once, at most one mail per minute, and one per discussion and hour; daily: at ${digestHour}:00; weekly: on Mondays at ${digestHour}:00.`,
}) as unknown as TUnsafe<MailFrequency>;
const timeZone = { title: 'Time zone', maxLength: 64, description: 'IANA name, such as Europe/Berlin. The default is UTC.' };

export const notificationMail = object(
  { frequency, timeZone: string(timeZone) },
  { title: 'NotificationMail', description: 'How notifications are mailed. Only confirmed addresses receive them.' },
);
export type NotificationMail = Static<typeof notificationMail>;

const ofMail = { path: '/api/notifications/mail', tag: 'Notifications', access: 'member', reply: notificationMail } as const;

export const readNotificationMail = endpoint({ ...ofMail, method: 'GET', summary: 'Read how notifications are mailed' });

/** Fields that are left out stay. */
export const changeNotificationMail = endpoint({
  ...ofMail,
  method: 'PATCH',
  summary: 'Change how notifications are mailed',
  unverified: true,
  body: object({ frequency: optional(frequency), timeZone: optional(string(timeZone)) }, { title: 'NotificationMailChange' }),
  errors: ['timeZoneUnknown'],
  rate: 'notification',
});

const ofToken = {
  path: '/api/mail/unsubscribe/:token',
  tag: 'Notifications',
  access: 'anyone',
  params: object({ token: string({ maxLength: 200, description: 'From the List-Unsubscribe header of a mail.' }) }),
  notFound: 'unsubscribeInvalid',
} as const;

/** Changes nothing, because mail scanners open links. */
export const showUnsubscribe = endpoint({
  ...ofToken,
  method: 'GET',
  summary: 'Show a page with a button that turns e-mails off, or on again',
  type: 'text/html',
  reply: string(),
});

const change = {
  ...ofToken,
  method: 'POST',
  bodies: {
    'application/x-www-form-urlencoded': object({
      'List-Unsubscribe': optional(string({ description: 'One-Click. The body is ignored.' })),
    }),
  },
  reply: message,
  rate: 'unsubscribe',
} as const;

/** Turns off all mails about notifications (RFC 8058). Needs no session. The token does nothing but this and its undo, works again and does not expire. Browsers get a page. */
export const unsubscribe = endpoint({ ...change, summary: 'Turn e-mails about notifications off' });

/** Needs no session. Browsers get a page. */
export const resubscribe = endpoint({
  ...change,
  path: `${ofToken.path}/undo`,
  summary: 'Turn e-mails about notifications on again, as they were',
});
