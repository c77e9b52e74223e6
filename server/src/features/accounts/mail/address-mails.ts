import type { Context } from '../../../platform/context.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import { createMailedLink } from './links.ts';
import { formatMoment, securityNote } from './security-mails.ts';

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** A member signed up, changed the address, or asked for another link. */
    confirmAddress: { userId: string };
    /** The address of an account changed. Goes to the old one. */
    addressChanged: { userId: string; before: string };
  }
}

/** Asks for the confirmation of each new address, and lets the owner of the old one undo a change. */
export function registerAddressMails(context: Context): void {
  const { db, events, settings } = context;
  const mails = mailOf(context);
  const site = siteAddress(settings);
  if (mails.enabled) {
    events.on('user.created', async (tx, { userId }) => {
      await tx.run`update users set email_pending = 1 where id = ${userId}`;
      await mails.enqueue(tx, 'confirmAddress', { userId });
    });
    events.on('user.emailChanged', async (tx, { userId, before, undone }) => {
      if (undone) return;
      await tx.run`update users set email_pending = 1 where id = ${userId}`;
      await mails.enqueue(tx, 'confirmAddress', { userId });
      await mails.enqueue(tx, 'addressChanged', { userId, before });
    });
  }
  mails.compose('confirmAddress', async ({ userId }, { id, queued }) => {
    const user = await db.get<{ email: string }>`
      select email from users where id = ${userId} and deleted_at is null and email_verified_at is null`;
    if (!user) return undefined;
    const secret = await createMailedLink(db, { purpose: 'verify', userId, email: user.email, mailId: id, causedAt: queued });
    return confirmAddress(user.email, `${site}/dev/confirm-email#${secret}`);
  });
  mails.compose('addressChanged', async ({ userId, before }, { id, queued }) => {
    const user = await db.get<{ email: string }>`select email from users where id = ${userId} and deleted_at is null`;
    if (!user || user.email === before) return undefined;
    const secret = await createMailedLink(db, { purpose: 'undo', userId, email: before, mailId: id, causedAt: queued });
    return addressChanged(before, queued, `${site}/dev/restore-email#${secret}`);
  });
}

/** Contains nothing that the person who signed up typed, because the address may be of someone else. */
const confirmAddress = (to: string, url: string): Mail => ({
  to,
  subject: 'Confirm your e-mail address',
  paragraphs: [
    'This e-mail address was entered for an account. If it was you, confirm within 24 hours that the address is yours. The link works once.',
  ],
  action: { label: 'Confirm the address', url },
  notes: ['If it was not you, ignore this e-mail.'],
});

const addressChanged = (to: string, at: number, url: string): Mail => ({
  to,
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `The e-mail address of your account was changed on ${formatMoment(at)}. E-mail goes to the new address from now on.`,
    'If you did not do this, restore this address within seven days. All devices are signed out, and you can set a new password.',
  ],
  action: { label: 'Restore this address', url },
  notes: [securityNote],
});
