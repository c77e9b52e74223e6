import { MailFailure, openSmtp } from '../../platform/mail/smtp.ts';
import type { Settings } from '../../platform/settings.ts';
import { type Finding, findings } from './finding.ts';

/** Checks that the mail server can be reached and accepts the account of SMTP_URL. Sends nothing. */
export async function checkMail({ smtpUrl, mailFrom }: Settings, { offline }: { offline: boolean }): Promise<Finding[]> {
  if (!smtpUrl) return mailFrom ? [{ check: 'mail', state: 'note', message: onlySender }] : findings('mail', [], noMail);
  const shown = `${smtpUrl.host}:${smtpUrl.port}`;
  if (offline) return findings('mail', [], `${shown}, not checked`);
  try {
    await openSmtp(smtpUrl).verify();
    return findings('mail', [], shown);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    return findings(
      'mail',
      [`The mail server ${shown} cannot be used: ${error.message}. ${error.remedy} Until then, e-mail waits for up to two days.`],
      '',
    );
  }
}

const noMail = 'SMTP_URL is not set, so the site sends no e-mail: members cannot reset a password themselves';
const onlySender =
  'MAIL_FROM is set, but not SMTP_URL. If the site was started with it, set it for this command too, because secrets are not saved.';
