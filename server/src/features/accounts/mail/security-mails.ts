import { describeUserAgent } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import { handleKey } from '../../handles/handles.ts';
import { addressAt } from './former-addresses.ts';

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** A new password ended all other sessions. */
    passwordChanged: Change;
    handleChanged: Change;
    dataExported: Change;
    /** Someone signed in on a device that the account did not know. `device`: name of its browser. */
    newDevice: Change & { device: string };
    /** The account has no row with the address any more. */
    accountDeleted: { email: string; at: number };
  }
}

/** Of an account, at a time in milliseconds since 1970. */
interface Change {
  userId: string;
  at: number;
}

/** Milliseconds in which the address of a deleted account stays in a job, and until its next attempt, if the mail server defers the mail. */
const deletedFor = 5 * 60_000;

/** Registers the mails that tell a member what happened to the account. They go to confirmed addresses only: a stranger may have another. */
export function registerSecurityMails(context: Context): void {
  const { db, events, settings } = context;
  const mails = mailOf(context);
  const site = siteAddress(settings);
  const notify = async (tx: Transaction, kind: keyof typeof notices, userId: string) => {
    if (await tx.get`select 1 as one from users where id = ${userId} and email_pending is null`)
      await mails.enqueue(tx, kind, { userId, at: Date.now() });
  };
  const compose = (kind: keyof typeof notices) =>
    mails.compose(kind, async ({ userId, at }) => {
      const to = await addressAt(db, userId, at);
      return to === undefined ? undefined : notices[kind](to, at, site);
    });
  compose('passwordChanged');
  compose('handleChanged');
  compose('dataExported');
  events.on('password.changed', (tx, { userId }) => notify(tx, 'passwordChanged', userId));
  events.on('user.handleChanged', async (tx, { userId, handle, former }) => {
    if (former === null || handleKey(handle) !== handleKey(former)) await notify(tx, 'handleChanged', userId);
  });
  mails.compose('newDevice', async ({ userId, at, device }) => {
    const to = await addressAt(db, userId, at);
    return to === undefined ? undefined : newDevice(to, at, site, device);
  });
  events.on('session.created', async (tx, { userId, sessionId, isNewDevice }) => {
    if (!isNewDevice || !mails.enabled || (await isFirstSignIn(tx, userId, sessionId))) return;
    if (!(await tx.get`select 1 as one from users where id = ${userId} and email_pending is null`)) return;
    const session = await tx.get<{ device: string | null }>`select device from sessions where id = ${sessionId}`;
    await mails.enqueue(tx, 'newDevice', { userId, at: Date.now(), device: describeUserAgent(session?.device ?? undefined) });
  });
  events.on('user.dataExported', (tx, { userId }) => notify(tx, 'dataExported', userId));
  events.on('user.deleted', async (tx, { email, wasPending }) => {
    if (!wasPending) await mails.enqueue(tx, 'accountDeleted', { email, at: Date.now() });
  });
  mails.compose('accountDeleted', async ({ email, at }) => accountDeleted(email, at), { retryFor: deletedFor });
}

/** Whether the account has neither another session nor an address or device from which it was used. */
const isFirstSignIn = async (tx: Transaction, userId: string, sessionId: string): Promise<boolean> =>
  (await tx.get`
    select 1 as one from sessions where user_id = ${userId} and id <> ${sessionId}
    union all select 1 from known_addresses where user_id = ${userId}
    union all select 1 from known_devices where user_id = ${userId} limit 1`) === undefined;

const newDevice = (to: string, at: number, site: string, device: string): Mail => ({
  to,
  subject: 'New sign-in to your account',
  paragraphs: [
    `Someone signed in to your account with ${device} on ${formatMoment(at)}. The account has not been used there lately.`,
    'If it was you, ignore this e-mail. If it was not, someone else knows your password: sign that device out and change the password.',
  ],
  action: { label: 'See where you are signed in', url: `${site}/dev/account#sessions` },
  notes: [securityNote],
});

/** Says what happened, and how to stop someone else who did it. */
const changeNotice =
  (subject: string, what: string) =>
  (to: string, at: number, site: string): Mail => ({
    to,
    subject,
    paragraphs: [
      `${what} on ${formatMoment(at)}.`,
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

const notices = {
  passwordChanged,
  handleChanged: changeNotice('Your handle was changed', 'The handle of your account was changed'),
  dataExported: changeNotice('Your data was downloaded', 'All data of your account was downloaded'),
};

/** Mails have no time zone of the reader, so they name UTC. */
export const formatMoment = (at: number): string =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

export const securityNote = 'This e-mail is about the security of your account, so it cannot be turned off.';
