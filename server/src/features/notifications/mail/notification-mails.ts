import { awayDays, memberPath, type Notification, type NotificationMail, notificationPath } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { type Mail, type MailPayloads, mailOf } from '../../../platform/mail/mail.ts';
import type { Item } from '../../../platform/mail/template.ts';
import {
  addToBatch,
  type Batch,
  claimMinute,
  type DigestKind,
  isAbout,
  nextMinute,
  type Recipient,
  readBatch,
  readRecipient,
  releaseBatch,
} from './batches.ts';
import { forgetMail, noteSent } from './mailed-discussions.ts';
import { frequencyOf, sentenceOf, subjectOf, titleOf } from './sentences.ts';

/* The texts of mails about notifications. What was read, hidden, muted or turned off since they were enqueued is left out. */

export function registerNotificationMails(context: Context): void {
  const { db, settings } = context;
  const mails = mailOf(context);
  const place = (viewer: string): Place => ({ site: siteAddress(settings), brand: mails.brand().name, viewer });

  /** Writes a mail about a batch. Returns when to try again if the recipient had another mail in the last minute, and nothing if nothing is left to tell. */
  const write = async (
    payload: Batch,
    recipient: Recipient,
    text: (notifications: Notification[], total: number, place: Place) => Text,
  ) => {
    const { notifications, total } = await readBatch(db, payload);
    if (notifications.length === 0) return undefined;
    const here = place(payload.userId);
    return (await claimMinute(db, payload.userId, recipient)) ?? { ...text(notifications, total, here), ...footer(recipient, here) };
  };

  mails.compose(
    'notifications',
    async (payload) => {
      const recipient = await readRecipient(db, payload.userId);
      if (recipient?.frequency !== 'now') return drop(db, payload);
      const next = nextMinute(recipient);
      if (next !== undefined) return next;
      await addToBatch(db, payload, isAbout(payload.discussion)); // what came since the mail was enqueued
      const mail = await write(payload, recipient, discussionMail);
      if (mail === undefined) await forgetMail(db, payload);
      return mail;
    },
    { isBulk: true, onSent: noteSent, onDropped: drop },
  );
  mails.compose(
    'digest',
    async ({ digest, ...payload }) => {
      const recipient = await readRecipient(db, payload.userId);
      if (!recipient || (digest === 'final' && recipient.pausedAt === null)) return void (await releaseBatch(db, payload)); // the member is back
      return nextMinute(recipient) ?? write(payload, recipient, (...batch) => digestMail(...batch, digest));
    },
    { isBulk: true, onDropped: releaseBatch },
  );
}

/** Sends no mail about a discussion. A later one contains the notifications. */
async function drop(db: Pick<Transaction, 'run'>, mail: MailPayloads['notifications']): Promise<undefined> {
  await releaseBatch(db, mail);
  await forgetMail(db, mail);
}

/** The site that sends the mails, and their recipient. */
interface Place {
  /** Scheme and host. */
  site: string;
  /** The name of the site. */
  brand: string;
  /** The id of the recipient. */
  viewer: string;
}

type Text = Pick<Mail, 'subject' | 'paragraphs' | 'items' | 'action' | 'conversation'>;

/**
 * A mail about a discussion, or about notifications without one: of another kind, or of several posts. All about a discussion have one subject, so that clients
 * show them together.
 */
function discussionMail(notifications: Notification[], total: number, place: Place): Text {
  const oldestFirst = notifications.toReversed();
  const [first] = oldestFirst as [Notification];
  const { post, posts = 1 } = first;
  const discussion = posts === 1 ? post : undefined;
  const title = titleOf(first);
  return {
    subject: discussion
      ? `${discussion.isOwn ? 'Your' : 'The'} post${title ? ` ${title}` : ''}`
      : subjectOf(first) + (total > 1 ? `, and ${total - 1} more` : ''),
    paragraphs: [],
    items: [
      ...oldestFirst.map((notification) =>
        toItem(notification, place, discussion ? undefined : place.site + linkOf(notification, place.viewer)),
      ),
      ...rest(notifications, total),
    ],
    action: discussion
      ? { label: 'Open the discussion', url: place.site + notificationPath(first, place.viewer) }
      : { label: 'Open your notifications', url: `${place.site}/dev/notifications` },
    conversation: post && `discussion-${post._id}`,
  };
}

const digestSubjects: Record<DigestKind, string> = {
  daily: 'Your daily digest',
  weekly: 'Your weekly digest',
  final: 'Your notifications while you were away',
};

function digestMail(notifications: Notification[], total: number, place: Place, kind: DigestKind): Text {
  return {
    subject: `${digestSubjects[kind]}: ${total} ${total === 1 ? 'notification' : 'notifications'}`,
    paragraphs:
      kind === 'final'
        ? [`You have not been here for ${awayDays} days, so this is the last e-mail about notifications until you sign in again.`]
        : [],
    items: [
      ...notifications.map((notification) =>
        toItem(notification, place, place.site + linkOf(notification, place.viewer), titleOf(notification)),
      ),
      ...rest(notifications, total),
    ],
    action: { label: 'Open your notifications', url: `${place.site}/dev/notifications` },
  };
}

const toItem = (notification: Notification, { brand }: Place, url?: string, title?: string): Item => ({
  text: sentenceOf(notification, brand) + (title ? `: ${title}` : ''),
  quote: notification.comment?.excerpt,
  url,
});

/** The path of what a notification is about. Profiles have their canonical address. */
function linkOf(notification: Notification, viewer: string): string {
  const { kind, actors, others, tag, posts = 1 } = notification;
  const [first] = actors;
  const isOfMember = kind === 'follow' ? actors.length + others === 1 : kind === 'post' && posts > 1 && tag === undefined;
  if (!first || !isOfMember) return notificationPath(notification, viewer);
  return memberPath(first) + (kind === 'post' ? '/posts' : '');
}

const rest = ({ length }: Notification[], total: number): Item[] => (total > length ? [{ text: `And ${total - length} more.` }] : []);

/** The recipient, why they have the mail, and how to receive no more. */
function footer(
  { email, token, frequency }: NotificationMail & { email: string; token: string },
  { site, brand }: Place,
): Pick<Mail, 'to' | 'notes' | 'links' | 'unsubscribe'> {
  const unsubscribe = `${site}/api/mail/unsubscribe/${token}`;
  return {
    to: email,
    notes: [`You receive this e-mail because your account at ${brand} mails notifications ${frequencyOf(frequency)}.`],
    links: [
      { label: 'Turn these e-mails off', url: unsubscribe },
      { label: 'Choose what you receive', url: `${site}/dev/account#notifications` },
    ],
    unsubscribe,
  };
}
