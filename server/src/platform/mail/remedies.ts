/** What nodemailer says about a mail that was not sent. */
export interface SmtpError {
  message: string;
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
  timeoutType?: string;
}

const network =
  'Check the host and the port in SMTP_URL (587 with smtp://, 465 with smtps://), and whether a firewall or the hosting provider blocks the port.';
const silence = `${network} If they are right, look at the log of the mail server.`;
const stalled = 'Look at the log of the mail server, and try again in some minutes.';
const encryption = 'Use smtps:// if TLS begins with the connection (port 465), and smtp:// for STARTTLS (port 587).';
const certificate =
  'The certificate of the server must be valid for the host in SMTP_URL. If its authority is your own, set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority.';
const account = 'Check the user name and the password in SMTP_URL, in which %40 stands for @, %2F for / and %25 for %.';
const later = 'Try again in some minutes. The site tries its own mails again for two days.';
const recipient = 'Check the address.';
const relay =
  'The server does not send mail for the site: set SMTP_URL with a user name and a password, or let the server accept mail from this machine.';
const sender = 'Set MAIL_FROM to an address from which the server lets the site send.';
const content = 'The server refused the mail itself: look at its log, and check SPF, DKIM and DMARC of the domain of MAIL_FROM.';

/** Whether the server greeted, but then did not answer in time. */
const isStalled = ({ code, timeoutType }: SmtpError): boolean => code === 'EABORT' || timeoutType === 'SOCKET_TIMEOUT';

const isClosed = ({ message }: SmtpError): boolean => /EPIPE|ECONNRESET|connection( was)? closed/i.test(message);

/** Returns the answer of the server, or else what happened, for the end of a sentence. */
export function causeOf(error: SmtpError): string {
  const { message, response } = error;
  if (response) return response;
  if (isStalled(error)) return 'no answer in time';
  if (isClosed(error)) return 'the server closed the connection';
  const [, openssl] = /:error:\w*:[^:]*:[^:]*:([^:]+):/.exec(message) ?? []; // the reason in a message of OpenSSL
  return openssl ? `TLS failed (${openssl})` : (message.split('; if the root CA')[0] as string); // without the hint of Node.js
}

/** Returns a sentence for the admin. `isAboutAddress`: the recipient's address does not work. */
export function remedyOf(error: SmtpError, isAboutAddress: boolean): string {
  const { message, code = '', responseCode = 0, command = '' } = error;
  if (isAboutAddress) return recipient;
  if (responseCode >= 400 && responseCode < 500) return later;
  if (code === 'EAUTH') return account;
  if (responseCode >= 500 && responseCode !== 530) {
    if (command === 'MAIL FROM') return sender;
    if (command === 'DATA') return content;
  }
  if (responseCode >= 500) return relay;
  if (isStalled(error)) return stalled;
  if (/certificate/i.test(message)) return certificate;
  if (code === 'ETLS' || /\b(SSL|TLS)\b/i.test(message)) return encryption;
  return code === 'ETIMEDOUT' || isClosed(error) ? silence : network;
}
