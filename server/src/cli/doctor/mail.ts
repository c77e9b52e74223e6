import { MailFailure, openSmtp } from '../../platform/mail/smtp.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Finding, findings } from './finding.ts';

/** Checks that the mail server can be reached and accepts the account of SMTP_URL. Sends nothing. */
export async function checkMail({ smtpUrl, mailFrom }: Settings, { offline }: { offline: boolean }): Promise<Finding[]> {
  if (!smtpUrl) return [{ check: 'mail', state: 'note', message: noMail(mailFrom !== undefined) }];
  const shown = `${smtpUrl.host}:${smtpUrl.port}`;
  if (offline) return findings('mail', [], `${shown}, not checked`);
  try {
    await openSmtp(smtpUrl).verify();
    return findings('mail', [], shown);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return findings('mail', [`The mail server ${shown} cannot be used: ${error.message}. E-mail waits for up to two days.`], '');
  }
}

const noMail = (hasSender: boolean): string =>
  hasSender
    ? 'SMTP_URL is not set. If the site was started with it, set it for this command too, because secrets are not saved; otherwise MAIL_FROM has no effect.'
    : 'SMTP_URL is not set, so the site sends no e-mail: members cannot confirm an address or reset a password themselves.';
