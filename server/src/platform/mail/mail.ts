import { defaultSite } from '@dev-connector/contract';
import { type Context, perContext } from '../context.ts';
import type { Transaction } from '../db/db.ts';
import { siteAddress } from '../http/origin.ts';
import { newId } from '../id.ts';
import type { PutOff } from '../jobs/kinds.ts';
import { isDeliverable } from './addresses.ts';
import { MailFailure, openSmtp, type Smtp, withinCommandTime } from './smtp.ts';
import { type Brand, type Content, headerText, renderHtml, renderText, subjectText } from './template.ts';

/*
 * E-mail, sent by jobs. A feature registers its kinds of mail and puts mails into the transaction that causes them:
 *
 *     declare module '../../platform/mail/mail.ts' { interface MailPayloads { passwordReset: { email: string } } }
 *     mailOf(context).compose('passwordReset', async ({ email }) => ({ to: email, subject: …, paragraphs: [ … ], notes: [ … ] }));
 *     await mailOf(context).enqueue(tx, 'passwordReset', { email });
 *
 * - The text is made when the mail is sent, so that it is current, and no job contains the secret of a link. Nothing is sent if `compose` returns undefined.
 * - If `compose` returns a time (milliseconds since 1970), the mail is put off until then, which counts as no attempt.
 * - A mail that cannot be sent is tried again for two days, unless its kind has another time. It may arrive twice if the process ends while it is sent; both
 *   have the same Message-ID.
 * - If the server says that an address does not work, `onRejected` is called, and the mail is not tried again.
 * - Kinds registered with `isBulk` never delay other mails: they have a kind of job and slots of their own.
 * - Without SMTP_URL, `enqueue` does nothing.
 */

/** The payload of each kind of mail: ids and short texts, but no secrets. Each feature adds its kinds. @public */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface MailPayloads {}
type MailKind = keyof MailPayloads;

declare module '../jobs/kinds.ts' {
  interface JobPayloads {
    'mail.send': MailJob;
    'mail.bulk': MailJob;
  }
}

/** A mail to one person. */
export interface Mail extends Content {
  to: string;
  /** Mails with the same id are one conversation in the recipient's client. */
  conversation?: string | undefined;
  /** An address that turns such mails off by POST, without a session (RFC 8058). */
  unsubscribe?: string;
}

interface QueuedMail {
  /** The same for each attempt to send the mail. */
  id: string;
  /** When it was enqueued (milliseconds since 1970). */
  queued: number;
}

type MailJob = QueuedMail & { kind: string; payload: unknown };

/** Returns the text of a mail, or until when it is put off. */
type Compose<Payload> = (payload: Payload, mail: QueuedMail) => Promise<Mail | number | undefined>;

interface ComposeOptions<Payload> {
  /** Milliseconds for which a mail that cannot be sent is tried again; default: two days. */
  retryFor?: number;
  /** Whether the mails wait for those of all other kinds. */
  isBulk?: boolean;
  /** Called in a transaction when a mail was sent. */
  onSent?: (tx: Transaction, payload: Payload) => Promise<unknown>;
  /** Called in a transaction if a mail was rejected or could not be sent in time. */
  onDropped?: (tx: Transaction, payload: Payload) => Promise<unknown>;
}

type MailResult = 'sent' | 'deferred' | 'rejected' | 'expired';

export interface Mailer {
  /** Whether the site can send mail. */
  enabled: boolean;
  /** Registers a kind of mail. */
  compose<Kind extends MailKind>(kind: Kind, compose: Compose<MailPayloads[Kind]>, options?: ComposeOptions<MailPayloads[Kind]>): void;
  /** Adds a mail to a transaction. */
  enqueue<Kind extends MailKind>(tx: Transaction, kind: Kind, payload: MailPayloads[Kind]): Promise<QueuedMail>;
  /** Sends a mail now, for the command line. Throws a MailFailure. */
  sendNow(mail: Mail): Promise<void>;
  /** Registers a function that is called in a transaction with an address that does not work. */
  onRejected(mark: (tx: Transaction, address: string) => Promise<void>): void;
  /** Sets how the site presents itself. */
  setBrand(read: () => Omit<Brand, 'url'>): void;
  /** Returns how the site presents itself. */
  brand(): Brand;
  /** Numbers of attempts by result since the start of the process. */
  results: ReadonlyMap<MailResult, number>;
}

const day = 24 * 60 * 60 * 1000; // ms
/** Milliseconds for which a mail that cannot be sent is tried again, unless its kind has another time. */
export const defaultRetryFor = 2 * day;
/** Attempts end when the mail is too old. The jobs have slots of their own, because they mostly wait for the mail server. */
const jobOptions = { maxAttempts: Number.POSITIVE_INFINITY, maxBackoff: 60 * 60_000, ownSlots: 2 };
const bulkOptions = { ...jobOptions, ownSlots: 3 };
/** Each job that runs has a connection, so that none waits for another. */
const maxConnections = jobOptions.ownSlots + bulkOptions.ownSlots;
/** Milliseconds in which no job connects to a server that did not answer, so that mails do not occupy the worker. */
const pause = 30_000;

export const mailOf = perContext(createMailer);

function createMailer({ settings, db, jobs, log }: Context): Mailer {
  const { smtpUrl, mailFrom } = settings;
  const smtp: Smtp | undefined = smtpUrl && openSmtp(smtpUrl, maxConnections);
  const kinds = new Map<string, ComposeOptions<unknown> & { compose: Compose<unknown> }>();
  const results = new Map<MailResult, number>();
  let readBrand = (): Omit<Brand, 'url'> => ({ name: defaultSite.brand, accent: defaultAccent });
  let markRejected: Parameters<Mailer['onRejected']>[0] = async () => {};
  let [pausedUntil, pausedBecause] = [0, ''];

  const brand = (): Brand => ({ ...readBrand(), url: `${siteAddress(settings)}/dev` });
  const count = (result: MailResult) => results.set(result, (results.get(result) ?? 0) + 1);

  async function send(smtp: Smtp | undefined, mail: Mail, id: string, signal: AbortSignal): Promise<void> {
    if (!smtp || !mailFrom) throw new MailFailure('other', 'SMTP_URL is not set');
    if (!isDeliverable(mail.to)) throw new MailFailure('address', 'The address contains characters that mail servers do not accept');
    const shown = brand();
    const idOf = (name: string) => `<${name}@${mailFrom.address.split('@')[1]}>`;
    await smtp.send(
      {
        from: { name: headerText(mailFrom.name ?? shown.name), address: mailFrom.address },
        to: mail.to,
        subject: subjectText(mail.subject, shown),
        messageId: idOf(id),
        ...(mail.conversation && { references: idOf(mail.conversation) }),
        ...(mail.unsubscribe && { unsubscribe: mail.unsubscribe }),
        text: renderText(mail, shown),
        html: renderHtml(mail, shown),
      },
      signal,
    );
  }

  /**
   * Throws while the server does not answer, but lets one mail at a time find out whether a server that did not answer is back. Returns a function that leaves
   * this to the next mail.
   */
  function waitForServer(): () => void {
    const now = Date.now();
    if (pausedUntil > now && pausedUntil <= now + pause)
      throw new MailFailure('server', `waits, because an earlier mail failed: ${pausedBecause}`);
    if (pausedUntil === 0) return () => {};
    const until = now + pause;
    pausedUntil = until;
    return () => {
      if (pausedUntil === until) pausedUntil = now;
    };
  }

  /** Sends a mail, and notes whether the server answers. */
  async function attempt(mail: Mail, id: string, signal: AbortSignal): Promise<void> {
    await send(smtp, mail, id, signal).then(
      () => {
        pausedUntil = 0;
      },
      (error) => {
        const { reason, message } = error as MailFailure;
        [pausedUntil, pausedBecause] = [reason === 'server' ? Date.now() + pause : 0, message];
        throw error;
      },
    );
  }

  async function run({ id, kind, queued, payload }: MailJob, signal: AbortSignal): Promise<PutOff | undefined> {
    const { compose, retryFor = defaultRetryFor, onSent, onDropped } = kinds.get(kind) ?? {};
    if (queued < Date.now() - retryFor) {
      count('expired');
      log.warn({ mail: id, kind }, 'a mail could not be sent in time, and is dropped');
      if (onDropped) await db.transaction((tx) => onDropped(tx, payload));
      return undefined;
    }
    let mail: Mail | number | undefined;
    try {
      const leaveToNext = waitForServer();
      try {
        mail = await compose?.(payload, { id, queued });
      } finally {
        if (typeof mail !== 'object') leaveToNext();
      }
      if (typeof mail === 'number') return { putOffUntil: mail };
      if (!mail) return undefined;
      await attempt(mail, id, signal);
    } catch (error) {
      if (typeof mail !== 'object' || !(error instanceof MailFailure) || error.reason !== 'address') {
        count('deferred');
        throw error;
      }
      const { to } = mail;
      count('rejected');
      log.warn({ mail: id, kind, reason: error.message }, 'the mail server does not accept mail for an address');
      await db.transaction(async (tx) => {
        await markRejected(tx, to);
        await onDropped?.(tx, payload);
      });
      return undefined;
    }
    count('sent');
    // The mail is not sent again if this fails.
    if (onSent)
      await db
        .transaction((tx) => onSent(tx, payload))
        .catch((error) => log.error({ err: error, mail: id, kind }, 'a mail was sent, but this could not be noted'));
    return undefined;
  }

  if (smtp) {
    jobs.handle('mail.send', run, jobOptions);
    jobs.handle('mail.bulk', run, bulkOptions);
  }

  return {
    enabled: smtp !== undefined,
    compose(kind, compose, options = {}) {
      kinds.set(kind, { ...options, compose } as ComposeOptions<unknown> & { compose: Compose<unknown> });
    },
    async enqueue(tx, kind, payload) {
      const mail = { id: newId(), queued: Date.now() };
      const job = kinds.get(kind)?.isBulk ? 'mail.bulk' : 'mail.send';
      if (smtp) await jobs.enqueue(tx, { kind: job, payload: { ...mail, kind, payload } });
      return mail;
    },
    sendNow: (mail) => withinCommandTime((signal) => send(smtpUrl && openSmtp(smtpUrl), mail, newId(), signal)),
    onRejected(mark) {
      markRejected = mark;
    },
    setBrand(read) {
      readBrand = read;
    },
    brand,
    results,
  };
}

/** The default colour of the site's buttons. */
const defaultAccent = '#3046c8';
