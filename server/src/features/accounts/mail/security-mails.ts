import { describeUserAgent, rates } from '@dev-connector/contract';
import type { Context } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/db/db.ts';
import { RateLimited } from '../../../platform/errors.ts';
import { siteAddress } from '../../../platform/http/origin.ts';
import { consumeWithin } from '../../../platform/http/rate-limits/attempts.ts';
import { claim } from '../../../platform/http/rate-limits/limits.ts';
import { emailKey } from '../../../platform/http/schemas/email.ts';
import { type Mail, mailOf } from '../../../platform/mail/mail.ts';
import { pseudonym } from '../../../platform/sha256.ts';
import { handleKey } from '../../handles/handles.ts';
import { formerAddress, type SecurityAddress, securityAddress } from './former-addresses.ts';
import { accountDeleted, newDevice, notices, securityNote, unconfirmedNote } from './security-texts.ts';

declare module '../../../platform/mail/mail.ts' {
  interface MailPayloads {
    /** A new password ended all other sessions. */
    passwordChanged: Change;
    handleChanged: Change;
    dataExported: Change;
    /** Someone signed in on a device that the account did not know. `device`: name of its browser. */
    newDevice: Change & { device: string };
    /** The account has no row with the address any more. `isConfirmed` is missing in mails of older versions, which went to confirmed addresses only. */
    accountDeleted: { email: string; at: number; isConfirmed?: boolean };
  }
}

/** Of an account, at a time in milliseconds since 1970. */
interface Change {
  userId: string;
  at: number;
  /** Pseudonym of the address, if it was not confirmed. The mail was counted for this address, and goes to no other that is not confirmed. */
  unconfirmed?: string;
}

/** Milliseconds in which the address of a deleted account stays in a job, and until its next attempt, if the mail server defers the mail. */
const deletedFor = 5 * 60_000;

/**
 * Registers the mails that tell a member what happened to the account. They go to the confirmed address or, if the account has none, to the other one, which may
 * be a stranger's and receives a limited number.
 */
export function registerSecurityMails(context: Context): void {
  const { db, events, settings } = context;
  const mails = mailOf(context);
  const site = siteAddress(settings);
  const addressed = ({ email, isConfirmed }: SecurityAddress, note?: string): Pick<Mail, 'to' | 'notes'> => {
    const { name } = mails.brand();
    return { to: email, notes: [note ?? securityNote(name), ...(isConfirmed ? [] : [unconfirmedNote(name)])] };
  };
  const mayMail = async (tx: Transaction, address: SecurityAddress | undefined): Promise<boolean> =>
    mails.enabled && address !== undefined && (address.isConfirmed || countUnconfirmedMail(context, tx, address.email));
  /** Returns the change of an account now, unless no mail about it may be sent. */
  const changeOf = async (tx: Transaction, userId: string): Promise<Change | undefined> => {
    const at = Date.now();
    const address = await securityAddress(tx, userId, at);
    if (!address || !(await mayMail(tx, address))) return undefined;
    return { userId, at, ...(!address.isConfirmed && { unconfirmed: pseudonymOf(address) }) };
  };
  const recipientOf = async ({ userId, at, unconfirmed }: Change): Promise<SecurityAddress | undefined> => {
    const address = await securityAddress(db, userId, at);
    return address && (address.isConfirmed || pseudonymOf(address) === unconfirmed) ? address : undefined;
  };

  const notify = async (tx: Transaction, kind: keyof typeof notices, userId: string) => {
    const change = await changeOf(tx, userId);
    if (change) await mails.enqueue(tx, kind, change);
  };
  const compose = (kind: keyof typeof notices) =>
    mails.compose(kind, async (change) => {
      const address = await recipientOf(change);
      return address && { ...notices[kind](change.at, site), ...addressed(address) };
    });
  compose('passwordChanged');
  compose('handleChanged');
  compose('dataExported');
  events.on('password.changed', (tx, { userId }) => notify(tx, 'passwordChanged', userId));
  events.on('user.handleChanged', async (tx, { userId, handle, former }) => {
    if (former === null || handleKey(handle) !== handleKey(former)) await notify(tx, 'handleChanged', userId);
  });
  events.on('user.dataExported', (tx, { userId }) => notify(tx, 'dataExported', userId));

  mails.compose('newDevice', async ({ device, ...change }) => {
    const address = await recipientOf(change);
    return address && { ...newDevice(change.at, site, device), ...addressed(address) };
  });
  events.on('session.created', async (tx, { userId, sessionId, isNewDevice }) => {
    if (!isNewDevice || (await isFirstSignIn(tx, userId, sessionId))) return;
    const change = await changeOf(tx, userId);
    if (!change) return;
    const session = await tx.get<{ device: string | null }>`select device from sessions where id = ${sessionId}`;
    await mails.enqueue(tx, 'newDevice', { ...change, device: describeUserAgent(session?.device ?? undefined) });
  });

  events.on('user.deleted', async (tx, { userId, email, wasPending }) => {
    const former = wasPending ? await formerAddress(tx, userId) : undefined;
    const address = former ?? { email, isConfirmed: !wasPending };
    if (await mayMail(tx, address)) await mails.enqueue(tx, 'accountDeleted', { ...address, at: Date.now() });
  });
  mails.compose(
    'accountDeleted',
    async ({ email, at, isConfirmed = true }) => ({
      ...accountDeleted(at),
      ...addressed({ email, isConfirmed }, 'This is the last e-mail about the account.'),
    }),
    { retryFor: deletedFor },
  );
}

const pseudonymOf = ({ email }: SecurityAddress): string => pseudonym(emailKey(email));

/** Counts a mail to an address that is not confirmed. Returns false after too many. */
async function countUnconfirmedMail({ settings }: Context, tx: Transaction, email: string): Promise<boolean> {
  if (settings.rateLimits !== 'on') return true;
  try {
    await consumeWithin(tx, claim('verification', 'securityMail', emailKey(email), rates.verification.recipient));
    return true;
  } catch (error) {
    if (error instanceof RateLimited) return false;
    throw error;
  }
}

/** Whether the account has neither another session nor an address or device from which it was used. */
const isFirstSignIn = async (tx: Transaction, userId: string, sessionId: string): Promise<boolean> =>
  (await tx.get`
    select 1 as one from sessions where user_id = ${userId} and id <> ${sessionId}
    union all select 1 from known_addresses where user_id = ${userId}
    union all select 1 from known_devices where user_id = ${userId} limit 1`) === undefined;
