/** What nodemailer says about a mail that was not sent. */
export interface SmtpError {
  message: string;
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

const network =
  'Check the host and the port in SMTP_URL (587 with smtp://, 465 with smtps://), and whether a firewall or the hosting provider blocks the port.';
const silence = `${network} If they are right, look at the log of the mail server.`;
const encryption =
  'Use smtps:// if TLS begins with the connection (port 465), and smtp:// for STARTTLS (port 587). The certificate must be valid for the host in SMTP_URL.';
const account = 'Check the user name and the password in SMTP_URL, in which %40 stands for @, %2F for / and %25 for %.';
const later = 'Try again in some minutes. The site tries its own mails again for two days.';
const recipient = 'Check the address.';
const relay =
  'The server does not send mail for the site: set SMTP_URL with a user name and a password, or let the server accept mail from this machine.';
const sender = 'Set MAIL_FROM to an address from which the server lets the site send.';
const content = 'The server refused the mail itself: look at its log, and check SPF, DKIM and DMARC of the domain of MAIL_FROM.';

/** Returns a sentence for the admin. `isAboutAddress`: the recipient's address does not work. */
export function remedyOf({ message, code = '', responseCode = 0, command = '' }: SmtpError, isAboutAddress: boolean): string {
  if (isAboutAddress) return recipient;
  if (code === 'EAUTH') return account;
  if (responseCode >= 400 && responseCode < 500) return later;
  if (responseCode >= 500 && responseCode !== 530) {
    if (command === 'MAIL FROM') return sender;
    if (command === 'DATA') return content;
  }
  if (responseCode >= 500) return relay;
  if (code === 'ETLS' || /certificate|\b(SSL|TLS)\b/i.test(message)) return encryption;
  return ['ETIMEDOUT', 'ECONNECTION', 'EABORT'].includes(code) ? silence : network;
}
