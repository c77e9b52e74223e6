import { readSite } from '../../features/site/site.ts';
import { openContext } from '../../features.ts';
import { siteAddress } from '../../platform/http/origin.ts';
import { isDeliverable } from '../../platform/mail/addresses.ts';
import { mailOf } from '../../platform/mail/mail.ts';
import { MailFailure } from '../../platform/mail/smtp.ts';
import { CommandFailure, command, output, subcommands, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';

const help = `Sends a test e-mail, as the site sends its own.

  dev-connector mail test ADDRESS   send a test e-mail now, and say what the mail server answers

  --json   print JSON

Needs SMTP_URL or SMTP_URL_FILE, and MAIL_FROM. SMTP_URL is a secret, which the site does not save: set it for this command too.`;

const test = command({
  help,
  positionals: ['test', 'ADDRESS'],
  options: { json: { type: 'boolean' } },
  async run({ json }, [, address = '']) {
    if (!isDeliverable(address)) throw new UsageError(`"${address}" is not an e-mail address.`);
    await withDatabase(async (db, settings) => {
      if (!settings.smtpUrl) throw new CommandFailure('SMTP_URL is not set, so the site sends no e-mail. Set it for this command too.');
      const context = openContext(settings, db, { warn() {}, error() {} });
      await readSite(context);
      try {
        await mailOf(context).sendNow({
          to: address,
          subject: 'Test e-mail',
          paragraphs: ['The site can send e-mail.'],
          action: { label: 'Open the site', url: siteAddress(settings) },
          notes: ['An admin of the site sent this e-mail with "dev-connector mail test".'],
        });
      } catch (error) {
        if (error instanceof MailFailure) throw new CommandFailure(`The e-mail was not sent: ${error.message}. ${error.remedy}`);
        throw error;
      }
      output(json, { sent: address }, `The mail server accepted the e-mail to ${address}.`);
    });
  },
});

export const mail = subcommands('mail', { test });
