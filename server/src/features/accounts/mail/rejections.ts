import type { Context } from '../../../platform/context.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { mailOf } from '../../../platform/mail/mail.ts';

/** Marks the address of a member that the mail server refuses, so that the account screen shows it. */
export const registerRejections = (context: Context): void =>
  mailOf(context).onRejected(async (tx, address) => {
    await tx.run`update users set email_rejected_at = ${Date.now()} where email_key = ${emailKey(address)}`;
  });
