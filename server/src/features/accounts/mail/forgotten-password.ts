import type { Context } from '../../../platform/context.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import { createMailedLink } from './links.ts';

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** Someone entered an address on the sign-in screen. It may be of no account. */
    passwordForgotten: { email: string };
  }
}

/** Milliseconds in which a request is answered. Its job contains the address that was typed. */
const requestedFor = 60 * 60_000;

/** Sends a reset link to the address of an account, or nothing. The job looks the account up, so that the request takes the same time for every address. */
export function registerForgottenPasswords(context: Context): void {
  const { db, settings } = context;
  const mails = mailOf(context);
  mails.compose(
    'passwordForgotten',
    async ({ email }, { id, queued }) => {
      const user = await db.get<{ id: string; email: string }>`
      select id, email from users where email_key = ${emailKey(email)} and deleted_at is null`;
      if (!user) return undefined;
      // The stored address: the one that was typed may look like it and belong to another person.
      const link = { purpose: 'reset', userId: user.id, email: user.email, mailId: id, causedAt: queued } as const;
      const url = `${siteAddress(settings)}/dev/reset-password#${await createMailedLink(db, link)}`;
      return passwordForgotten(user.email, url, mails.brand().name);
    },
    { retryFor: requestedFor },
  );
}

const passwordForgotten = (to: string, url: string, brand: string): Mail => ({
  to,
  subject: 'Set a new password',
  paragraphs: [
    `Someone asked for a new password for the account at ${brand} with this e-mail address. If it was you, set one within an hour. The link works once.`,
  ],
  action: { label: 'Set a new password', url },
  notes: ['If it was not you, ignore this e-mail. Your password stays as it is.'],
});
