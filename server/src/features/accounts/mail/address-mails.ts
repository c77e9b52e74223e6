import { rates } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { consumeWithin } from '../../../platform/http/rate-limits/attempts.ts';
import { claim } from '../../../platform/http/rate-limits/limits.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import { createUndoLink, reserveAddress } from './former-addresses.ts';
import { createMailedLink } from './links.ts';
import { formatMoment, securityNote } from './security-texts.ts';

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** A member signed up, changed the address, or asked for another link. */
    confirmAddress: { userId: string };
    /** The address of an account changed. Goes to the old one, if it was confirmed. */
    addressChanged: { userId: string };
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
      await askForConfirmation(context, tx, userId);
    });
    events.on('user.emailChanged', async (tx, { userId, before, wasPending, undone }) => {
      if (undone) return;
      await tx.run`update users set email_pending = 1 where id = ${userId}`;
      await askForConfirmation(context, tx, userId);
      if (wasPending) return; // perhaps a typo: a stranger has the old address
      const mail = await mails.enqueue(tx, 'addressChanged', { userId });
      await reserveAddress(tx, { userId, email: before, mailId: mail.id, causedAt: mail.queued });
    });
  }
  mails.compose('confirmAddress', async ({ userId }, { id, queued }) => {
    const user = await db.get<{ email: string }>`
      select email from users where id = ${userId} and deleted_at is null and email_verified_at is null`;
    if (!user) return undefined;
    const secret = await createMailedLink(db, { purpose: 'verify', userId, email: user.email, mailId: id, causedAt: queued });
    return confirmAddress(user.email, `${site}/dev/confirm-email#${secret}`, mails.brand().name);
  });
  mails.compose('addressChanged', async ({ userId }, { id }) => {
    const link = await createUndoLink(db, userId, id);
    return link && addressChanged(link, `${site}/dev/restore-email#${link.secret}`, mails.brand().name);
  });
}

/** Enqueues a mail that asks for the confirmation of an account's address. Throws `RateLimited` after too many to the address, which may be a stranger's. */
export async function askForConfirmation(context: Context, tx: Transaction, userId: string): Promise<void> {
  const user = await tx.get<{ email: string }>`select email from users where id = ${userId}`;
  if (context.settings.rateLimits === 'on')
    await consumeWithin(tx, claim('verification', 'recipient', emailKey(user?.email ?? ''), rates.verification.recipient));
  await mailOf(context).enqueue(tx, 'confirmAddress', { userId });
}

/** Contains nothing that the person who signed up typed, because the address may be of someone else. */
const confirmAddress = (to: string, url: string, brand: string): Mail => ({
  to,
  subject: 'Confirm your e-mail address',
  paragraphs: [
    `This e-mail address was entered for an account at ${brand}. If it was you, confirm within 24 hours that the address is yours. The link works once.`,
  ],
  action: { label: 'Confirm the address', url },
  notes: ['If it was not you, ignore this e-mail.'],
});

const addressChanged = ({ email, causedAt }: { email: string; causedAt: number }, url: string, brand: string): Mail => ({
  to: email,
  subject: 'Your e-mail address was changed',
  paragraphs: [
    `The e-mail address of your account was changed on ${formatMoment(causedAt)}. E-mail goes to the new address from now on.`,
    'If you did not do this, restore this address within seven days. All devices are signed out, and the password stops working: set a new one then.',
  ],
  action: { label: 'Restore this address', url },
  notes: [securityNote(brand)],
});
