import { awayDays, type Notification } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import type { Item } from '../../../platform/mail/template.ts';
import { readBatch, readRecipient, releaseBatch, takeTurn } from './batches.ts';
import { headlineOf, pathOf, sentenceOf } from './sentences.ts';

/* The texts of mails about notifications. What was read, hidden, muted or turned off since they were enqueued is left out. */

const options = { isBulk: true };

export function registerNotificationMails(context: Context): void {
  const { db, settings } = context;
  const mails = mailOf(context);
  const site = siteAddress(settings);

  mails.compose('notifications', async ({ userId, batch }, { id }) => {
    const recipient = await readRecipient(db, userId);
    if (!recipient) return undefined;
    if (recipient.frequency !== 'now') {
      await releaseBatch(db, userId, batch); // for the digest
      return undefined;
    }
    const { notifications, total } = await readBatch(db, userId, batch);
    if (notifications.length === 0) return undefined;
    return (await takeTurn(db, userId, id)) ?? { ...discussionMail(notifications, total, site), ...footer(recipient, site) };
  }, options);

  mails.compose('digest', async ({ userId, batch, frequency, final }, { id }) => {
    const recipient = await readRecipient(db, userId);
    if (!recipient) return undefined;
    if (final && recipient.pausedAt === null) {
      await releaseBatch(db, userId, batch); // the member is back
      return undefined;
    }
    const { notifications, total } = await readBatch(db, userId, batch);
    if (notifications.length === 0) return undefined;
    return (
      (await takeTurn(db, userId, id)) ?? {
        ...digestMail(notifications, total, site, final ? 'final' : frequency),
        ...footer(recipient, site),
      }
    );
  }, options);
}

type Text = Pick<Mail, 'subject' | 'paragraphs' | 'items' | 'action' | 'conversation'>;

/** A mail about a discussion, or about a kind of notifications without one. */
function discussionMail(notifications: Notification[], total: number, site: string): Text {
  const oldestFirst = notifications.toReversed();
  const [first] = oldestFirst as [Notification];
  const headline = headlineOf(first);
  return {
    subject: headline === undefined ? `${sentenceOf(first)}${total > 1 ? `, and ${total - 1} more` : ''}` : `Re: ${headline}`,
    paragraphs: [],
    items: [...oldestFirst.map((notification) => toItem(notification)), ...rest(notifications, total)],
    action: first.post
      ? { label: 'Open the discussion', url: site + pathOf(first) }
      : { label: 'Open your notifications', url: `${site}/dev/notifications` },
    conversation: first.post && `discussion-${first.post._id}`,
  };
}

const digestSubjects: Record<string, string> = {
  daily: 'Your daily digest',
  weekly: 'Your weekly digest',
  final: 'Your notifications while you were away',
};

function digestMail(notifications: Notification[], total: number, site: string, kind: string): Text {
  return {
    subject: `${digestSubjects[kind] ?? 'Your digest'}: ${total} ${total === 1 ? 'notification' : 'notifications'}`,
    paragraphs:
      kind === 'final'
        ? [`You have not been here for ${awayDays} days, so this is the last e-mail about notifications until you sign in again.`]
        : [],
    items: [
      ...notifications.map((notification) => toItem(notification, site + pathOf(notification), headlineOf(notification))),
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
