import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** A new password ended all other sessions. */
    passwordChanged: { userId: string; at: number };
    handleChanged: { userId: string; at: number };
    dataExported: { userId: string; at: number };
    /** The account has no row with the address any more. */
    accountDeleted: { email: string; at: number };
  }
}

/** Registers the mails that tell a member what happened to the account. They also go to addresses that are not confirmed. */
export function registerSecurityMails(context: Context): void {
  const { db, events, settings } = context;
  const mails = mailOf(context);
  events.on('password.changed', (tx, { userId }) => mails.enqueue(tx, 'passwordChanged', { userId, at: Date.now() }));
  mails.compose('passwordChanged', async ({ userId, at }) => {
    const to = await readAddress(db, userId);
    return to === undefined ? undefined : passwordChanged(to, at, siteAddress(settings));
  });
  events.on('user.handleChanged', (tx, { userId }) => mails.enqueue(tx, 'handleChanged', { userId, at: Date.now() }));
  mails.compose('handleChanged', async ({ userId, at }) => {
    const to = await readAddress(db, userId);
    return to === undefined ? undefined : handleChanged(to, at, siteAddress(settings));
  });
  events.on('user.dataExported', (tx, { userId }) => mails.enqueue(tx, 'dataExported', { userId, at: Date.now() }));
  mails.compose('dataExported', async ({ userId, at }) => {
    const to = await readAddress(db, userId);
    return to === undefined ? undefined : dataExported(to, at, siteAddress(settings));
  });
  events.on('user.deleted', (tx, { email }) => mails.enqueue(tx, 'accountDeleted', { email, at: Date.now() }));
  mails.compose('accountDeleted', async ({ email, at }) => accountDeleted(email, at));
}

const handleChanged = (to: string, at: number, site: string): Mail => ({
  to,
  subject: 'Your handle was changed',
  paragraphs: [
    `The handle of your account was changed on ${formatMoment(at)}.`,
    'If you did not do this, someone else uses your account: change your password, which signs out all other devices.',
  ],
  action: { label: 'Change the password', url: `${site}/dev/account#password` },
  notes: [securityNote],
});

const dataExported = (to: string, at: number, site: string): Mail => ({
  to,
  subject: 'Your data was downloaded',
  paragraphs: [
    `All data of your account was downloaded on ${formatMoment(at)}.`,
    'If you did not do this, someone else uses your account: change your password, which signs out all other devices.',
  ],
  action: { label: 'Change the password', url: `${site}/dev/account#password` },
  notes: [securityNote],
});

const accountDeleted = (to: string, at: number): Mail => ({
  to,
  subject: 'Your account was deleted',
  paragraphs: [`Your account and everything in it were deleted on ${formatMoment(at)}. This cannot be undone.`],
  notes: ['This is the last e-mail about the account.'],
});

/** Returns the address of an account, or undefined if it was deleted. */
async function readAddress(db: Db, userId: string): Promise<string | undefined> {
  return (await db.get<{ email: string }>`select email from users where id = ${userId} and deleted_at is null`)?.email;
}

const passwordChanged = (to: string, at: number, site: string): Mail => ({
  to,
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account was changed on ${formatMoment(at)}. All other devices were signed out.`,
    'If you did not do this, set a new password now: open the sign-in page and choose "Forgot your password?".',
  ],
  action: { label: 'Open the sign-in page', url: `${site}/dev/login` },
  notes: [securityNote],
});

/** Mails have no time zone of the reader, so they name UTC. */
export const formatMoment = (at: number): string =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

export const securityNote = 'This e-mail is about the security of your account, so it cannot be turned off.';
