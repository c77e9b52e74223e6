import type { Context } from '../../../platform/context.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';

/** Marks the address of a member that the mail server refuses, so that the account screen shows it. */
export function registerRejections({ events }: Context): void {
  events.on('mail.rejected', async (tx, { address }) => {
    await tx.run`update users set email_rejected_at = ${Date.now()} where email_key = ${emailKey(address)}`;
  });
}
