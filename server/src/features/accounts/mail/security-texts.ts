import type { Mail } from '../../../platform/mail/mail.ts';

/* The texts of mails about the security of an account. They contain nothing that a member typed. */

type Text = Pick<Mail, 'subject' | 'paragraphs' | 'action'>;

/** Says what happened, and how to stop someone else who did it. */
const changeNotice =
  (subject: string, what: string) =>
  (at: number, site: string): Text => ({
    subject,
    paragraphs: [
      `${what} on ${formatMoment(at)}.`,
      'If you did not do this, someone else uses your account: change your password, which signs out all other devices.',
    ],
    action: { label: 'Change the password', url: `${site}/dev/account#password` },
  });

const passwordChanged = (at: number, site: string): Text => ({
  subject: 'Your password was changed',
  paragraphs: [
    `The password of your account was changed on ${formatMoment(at)}. All other devices were signed out.`,
    'If you did not do this, set a new password now: open the sign-in page and choose "Forgot your password?".',
  ],
  action: { label: 'Open the sign-in page', url: `${site}/dev/login` },
});

export const notices = {
  passwordChanged,
  handleChanged: changeNotice('Your handle was changed', 'The handle of your account was changed'),
  dataExported: changeNotice('Your data was downloaded', 'All data of your account was downloaded'),
};

export const newDevice = (at: number, site: string, device: string): Text => ({
  subject: 'New sign-in to your account',
  paragraphs: [
    `Someone signed in to your account with ${device} on ${formatMoment(at)}. The account has not been used there lately.`,
    'If it was you, ignore this e-mail. If it was not, someone else knows your password: sign that device out and change the password.',
  ],
  action: { label: 'See where you are signed in', url: `${site}/dev/account#sessions` },
});

export const accountDeleted = (at: number): Text => ({
  subject: 'Your account was deleted',
  paragraphs: [`Your account and everything in it were deleted on ${formatMoment(at)}. This cannot be undone.`],
});

/** Mails have no time zone of the reader, so they name UTC. */
export const formatMoment = (at: number): string =>
  `${new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

/** Why the recipient has a mail. `brand`: the name of the site. */
export const securityNote = (brand: string): string =>
  `This e-mail is about the security of your account at ${brand}, so it cannot be turned off.`;

/** For an address that may be a stranger's. */
export const unconfirmedNote = (brand: string): string =>
  `If you have no account at ${brand}, someone else entered your address, and it is not confirmed: ignore this e-mail.`;
