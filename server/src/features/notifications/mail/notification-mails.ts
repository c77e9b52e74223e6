import { awayDays, type Notification, notificationPath } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import type { Item } from '../../../platform/mail/template.ts';
import { addToBatch, type Batch, type DigestKind, isAbout, readBatch, readRecipient, releaseBatch } from './batches.ts';
import { headlineOf, sentenceOf } from './sentences.ts';

/* The texts of mails about notifications. What was read, hidden, muted or turned off since they were enqueued is left out. */

export function registerNotificationMails(context: Context): void {
  const { db, settings } = context;
  const mails = mailOf(context);
  const site = siteAddress(settings);
  const options = { isBulk: true, onDropped: releaseBatch };
  /** Sends nothing. A later mail contains the notifications. */
  const release = async (payload: Batch): Promise<undefined> => void (await releaseBatch(db, payload));

  mails.compose(
    'notifications',
    async (payload) => {
      const recipient = await readRecipient(db, payload.userId);
      if (recipient?.frequency !== 'now') return release(payload);
      await addToBatch(db, payload, isAbout(payload.discussion)); // what came since the mail was enqueued
      const { notifications, total } = await readBatch(db, payload);
      if (notifications.length === 0) return undefined;
      return { ...discussionMail(notifications, total, site, payload.userId), ...footer(recipient, site) };
    },
    options,
  );
  mails.compose(
    'digest',
    async ({ digest, ...payload }) => {
      const recipient = await readRecipient(db, payload.userId);
      if (!recipient || (digest === 'final' && recipient.pausedAt === null)) return release(payload); // the member is back
      const { notifications, total } = await readBatch(db, payload);
      if (notifications.length === 0) return undefined;
      return { ...digestMail(notifications, total, site, { digest, userId: payload.userId }), ...footer(recipient, site) };
    },
    options,
  );
}

type Text = Pick<Mail, 'subject' | 'paragraphs' | 'items' | 'action' | 'conversation'>;

/** A mail about a discussion, or about a kind of notifications without one. */
function discussionMail(notifications: Notification[], total: number, site: string, userId: string): Text {
  const oldestFirst = notifications.toReversed();
  const [first] = oldestFirst as [Notification];
  const headline = headlineOf(first);
  return {
    subject: headline === undefined ? `${sentenceOf(first)}${total > 1 ? `, and ${total - 1} more` : ''}` : `Re: ${headline}`,
    paragraphs: [],
    items: [...oldestFirst.map((notification) => toItem(notification)), ...rest(notifications, total)],
    action: first.post
      ? { label: 'Open the discussion', url: site + notificationPath(first, userId) }
      : { label: 'Open your notifications', url: `${site}/dev/notifications` },
    conversation: first.post && `discussion-${first.post._id}`,
  };
}

const digestSubjects: Record<DigestKind, string> = {
  daily: 'Your daily digest',
  weekly: 'Your weekly digest',
  final: 'Your notifications while you were away',
};

interface Digest {
  digest: DigestKind;
  userId: string;
}

function digestMail(notifications: Notification[], total: number, site: string, { digest, userId }: Digest): Text {
  return {
    subject: `${digestSubjects[digest]}: ${total} ${total === 1 ? 'notification' : 'notifications'}`,
    paragraphs:
      digest === 'final'
        ? [`You have not been here for ${awayDays} days, so this is the last e-mail about notifications until you sign in again.`]
        : [],
    items: [
      ...notifications.map((notification) => toItem(notification, site + notificationPath(notification, userId), headlineOf(notification))),
      ...rest(notifications, total),
    ],
    action: { label: 'Open your notifications', url: `${site}/dev/notifications` },
  };
}

const toItem = (notification: Notification, url?: string, headline?: string): Item => ({
  text: sentenceOf(notification) + (headline ? `: ${headline}` : ''),
  quote: notification.comment?.excerpt,
  url,
});

const rest = ({ length }: Notification[], total: number): Item[] => (total > length ? [{ text: `And ${total - length} more.` }] : []);

/** The recipient, and how to receive no more. */
function footer({ email, token }: { email: string; token: string }, site: string): Pick<Mail, 'to' | 'notes' | 'links' | 'unsubscribe'> {
  const unsubscribe = `${site}/api/mail/unsubscribe/${token}`;
  return {
    to: email,
    notes: ['You have this e-mail because your account receives notifications by e-mail.'],
    links: [
      { label: 'Turn these e-mails off', url: unsubscribe },
      { label: 'Choose what you receive', url: `${site}/dev/account#notifications` },
    ],
    unsubscribe,
  };
}
