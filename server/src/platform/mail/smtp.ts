import type { Transporter } from 'nodemailer';
import type { SMTPTransportOptions } from 'nodemailer/lib/smtp-transport';
import { isLoopback, type SmtpServer } from './addresses.ts';
import { causeOf, remedyOf, type SmtpError } from './remedies.ts';

/**
 * Milliseconds. After a mail, a server that checks its content may need as long as the job has to answer: a mail whose answer is not awaited is sent again
 * (RFC 5321 section 4.5.3.2.6).
 */
const timeouts = { dnsTimeout: 4_000, connectionTimeout: 6_000, greetingTimeout: 6_000, socketTimeout: 20_000, socketCloseTimeout: 1_000 };
/** Milliseconds until an unused connection is closed. */
const idleTimeout = 5_000;
/** Milliseconds in which a command of the admin sends a mail or signs in, as a job. */
const commandTime = 20_000;

/** A mail as it is sent. All texts are safe for headers. */
interface Envelope {
  from: { name: string; address: string };
  to: string;
  subject: string;
  messageId: string;
  /** The id of the mail or conversation that it follows. */
  references?: string;
  /** The address of `List-Unsubscribe`. */
  unsubscribe?: string;
  text: string;
  html: string;
}

/** Sends mails to one server. */
export interface Smtp {
  /** Throws a MailFailure. */
  send(envelope: Envelope, signal?: AbortSignal): Promise<void>;
  /** Connects and signs in, and sends nothing. Throws a MailFailure. */
  verify(): Promise<void>;
}

/** A mail was not sent. The message contains no addresses and no secrets. */
export class MailFailure extends Error {
  override name = 'MailFailure';
  /** `address`: the server does not accept mail for the recipient, and never will. `server`: it could not be reached or did not answer. */
  readonly reason: 'address' | 'server' | 'other';
  /** A sentence that tells the admin what to do. */
  readonly remedy: string;

  constructor(reason: MailFailure['reason'], message: string, remedy = '') {
    super(message);
    this.reason = reason;
    this.remedy = remedy;
  }
}

/**
 * Loads nodemailer when the first mail is sent. With `connections`, uses up to that many, and each for several mails, because a new one takes longer than a
 * mail. A broken one affects only the mail that it sends. Without, opens one for each mail.
 */
export function openSmtp(server: SmtpServer, connections = 0): Smtp {
  const options: SMTPTransportOptions = {
    ...timeouts,
    host: server.host,
    port: server.port,
    secure: server.secure,
    ...(server.auth && { auth: server.auth }),
    // The password is not sent without TLS, even if somebody removes STARTTLS from the answers of the server.
    ...(isLoopback(server.host) ? { ignoreTLS: true } : server.auth && { requireTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return connections === 0
      ? createTransport(options)
      : createTransport({ ...options, pool: true, maxConnections: connections, maxRequeues: 1, idleTimeout });
  };
  let opened: Promise<Transporter> | undefined;
  const transport = () => (opened ??= open());
  return {
    async send({ unsubscribe, ...envelope }, signal) {
      try {
        const headers = {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        };
        await (await transport()).sendMail({ ...envelope, headers, ...(signal && { signal }) });
      } catch (error) {
        throw toFailure(error as SmtpError);
      }
    },
    async verify() {
      const { default: Connection } = await import('nodemailer/lib/smtp-connection'); // a transport could not end a server that keeps sending
      const connection = new Connection(options);
      try {
        await withinCommandTime(
          (signal) =>
            new Promise<void>((resolve, reject) => {
              const settle = (error?: Error | null) => (error ? reject(error) : resolve());
              signal.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { code: 'EABORT' })));
              connection.on('error', reject);
              connection.on('end', () => reject(new Error('The connection was closed')));
              connection.connect((error) => {
                if (error || !server.auth || !connection.allowsAuth) settle(error);
                else connection.login({ credentials: server.auth }, settle);
              });
            }),
        );
        connection.quit();
      } catch (error) {
        throw toFailure(error as SmtpError);
      } finally {
        connection.close();
      }
    },
  };
}

/** Calls a function with a signal that aborts when the time of a command of the admin is over. Fake timers do not advance `AbortSignal.timeout`. */
export async function withinCommandTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const timeout = setTimeout(() => controller.abort(), commandTime);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timeout);
  }
}

const unanswered = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EABORT']);

function toFailure(error: SmtpError): MailFailure {
  const { code = '', responseCode = 0, response = '', command = '' } = error;
  const isAboutAddress = isRejection(responseCode, response, command);
  const reason = isAboutAddress ? 'address' : responseCode === 0 && unanswered.has(code) ? 'server' : 'other';
  return new MailFailure(reason, redact(causeOf(error)), remedyOf(error, isAboutAddress));
}

/**
 * Whether a response means that the recipient's address does not work: a permanent one (RFC 5321 section 4.2.1) to RCPT, or to the mail itself if it is about a
 * mailbox or an address (RFC 3463). Policy, protocol and system errors are faults of the site or its server, such as a relay that it may not use.
 */
export function isRejection(responseCode: number, response: string, command: string): boolean {
  if (responseCode < 500 || responseCode > 599) return false;
  const subject = /^\d{3}[ -]5\.(\d)\./.exec(response)?.[1];
  if (command === 'RCPT TO') return subject === undefined ? [550, 551, 553].includes(responseCode) : '0124'.includes(subject);
  return command === 'DATA' && (subject === '1' || subject === '2');
}

const maxMessage = 300;

/** Removes addresses, which a server repeats in its responses, and line breaks. */
const redact = (text: string): string =>
  text
    .replace(/[^\s<>]+@[^\s<>]+/g, '…')
    .replace(/[\s\p{C}]+/gu, ' ')
    .slice(0, maxMessage);
