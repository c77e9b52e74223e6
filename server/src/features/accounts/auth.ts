import { type Account, avatarPath, type Credentials } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import { Failure, SignInFailed } from '../../platform/errors.ts';
import { emailKey } from '../../platform/http/schemas/email.ts';
import type { Member } from '../../platform/member.ts';
import { forgetCallers } from './known-callers.ts';
import { deleteMailedLinks } from './mail/links.ts';
import type { Caller } from './passwords/password.ts';
import { canonical, passwordsOf } from './passwords/password.ts';
import { insertSession, startSession } from './sessions.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A user set a new password, which ended all sessions. */
    'password.changed': { userId: string };
  }
}

/** The client that sends a password: `device` names its session, `caller` decides its place in the hash queue. */
export interface Client {
  device: string | undefined;
  /** Whether the account has not been used there lately. */
  isNewDevice: boolean;
  caller: Caller;
}

/** The token of a new session, and its user. */
export interface Opened {
  userId: string;
  token: string;
}

/** Checks the member's password and starts sudo mode for this session. Throws `passwordWrong` if it does not match. */
export async function confirmPassword(context: Context, member: Member, password: string, client: Client): Promise<void> {
  const { db } = context;
  const passwords = passwordsOf(context);
  const user = await db.get<{ password_hash: string }>`
    select u.password_hash from users u join sessions s on s.user_id = u.id where u.id = ${member.id} and s.id = ${member.sessionId}`;
  if (!user) throw new Failure('tokenInvalid');
  if (!(await passwords.verify(password, user.password_hash, client.caller))) throw new Failure('passwordWrong');
  const confirmed = await db.run`
    update sessions set confirmed_at = ${Date.now()} where id = ${member.sessionId}
    and exists (select 1 from users where id = ${member.id} and password_hash = ${user.password_hash})`;
  // The session ended or the hash changed during the check: check again.
  if (confirmed === 0) await confirmPassword(context, member, password, client);
}

/**
 * Signs in. An unknown e-mail address and a wrong password take the same time and throw the same error, so that neither reveals whether an
 * account exists. Rehashes the password if its hash has outdated parameters.
 */
export async function signIn(context: Context, { email, password }: Credentials, client: Client): Promise<Opened> {
  const { db } = context;
  const passwords = passwordsOf(context);
  const user = await db.get<{
    id: string;
    password_hash: string;
  }>`select id, password_hash from users where email_key = ${emailKey(email)}`;
  if (!(await passwords.verify(password, user?.password_hash, client.caller)) || !user) throw new SignInFailed(user?.id);
  const token = await startSession(context, { id: user.id, passwordHash: user.password_hash }, client.device, client.isNewDevice);
  // The hash changed during the check: the password was changed, or a concurrent sign-in rehashed it.
  if (!token) return signIn(context, { email, password }, client);
  if (passwords.isOutdated(user.password_hash)) await hashAgain(context, user, password, client.caller);
  return { userId: user.id, token };
}

/** Keeps the sessions, because the password is the same. If the hash queue is full, the next sign-in tries again. */
async function hashAgain(context: Context, user: { id: string; password_hash: string }, password: string, caller: Caller): Promise<void> {
  const hash = await passwordsOf(context)
    .hash(password, { ...caller, known: true })
    .catch((error) => {
      if (error instanceof Failure) return undefined;
      throw error;
    });
  if (hash) await context.db.run`update users set password_hash = ${hash} where id = ${user.id} and password_hash = ${user.password_hash}`;
}

/** Converts a member to an account without another query: the row of the session already has all the fields. */
export const toAccount = ({
  id,
  name,
  handle,
  email,
  createdAt,
  activeAt,
  hidesDrawings,
  emailVerifiedAt,
  emailRejectedAt,
}: Member): Account => ({
  _id: id,
  name,
  ...(handle !== null && { handle }),
  email,
  avatar: avatarPath(id),
  date: new Date(createdAt).toISOString(),
  showActivity: activeAt !== null,
  ...(activeAt !== null && { lastActive: new Date(activeAt).toISOString() }),
  showDrawings: hidesDrawings !== 1,
  emailVerified: emailVerifiedAt !== null,
  ...(emailRejectedAt !== null && { emailRejected: true }),
});

/** Sets a new password and deletes all sessions, including the current one, and reset links. Returns the token of a new session. */
export async function changePassword(
  context: Context,
  member: Member,
  { current, password }: { current: string; password: string },
  client: Client,
): Promise<string> {
  const { db, events } = context;
  const passwords = passwordsOf(context);
  const user = await db.get<{ name: string; email: string; password_hash: string }>`
    select u.name, u.email, u.password_hash from users u join sessions s on s.user_id = u.id where u.id = ${member.id} and s.id = ${member.sessionId}`;
  if (!user) throw new Failure('tokenInvalid');
  if (!(await passwords.verify(current, user.password_hash, client.caller))) throw new Failure('currentPasswordWrong');
  if (canonical(password) === canonical(current)) throw new Failure('passwordUnchanged');
  const hash = await passwords.hashNew(password, user, client.caller);
  const token = await db.transaction(async (tx) => {
    const changed = await tx.run`
        update users set password_hash = ${hash} where id = ${member.id} and password_hash = ${user.password_hash}
        and exists (select 1 from sessions where id = ${member.sessionId})`;
    if (changed === 0) return undefined;
    await tx.run`delete from sessions where user_id = ${member.id}`;
    await tx.run`delete from password_resets where user_id = ${member.id}`;
    await deleteMailedLinks(tx, member.id, 'reset');
    await forgetCallers(tx, member.id);
    await events.publish(tx, 'password.changed', { userId: member.id });
    return insertSession(tx, events, member.id, client.device);
  });
  // The hash changed during the check. The second call fails if the password was changed, and succeeds if it was only rehashed.
  return token ?? changePassword(context, member, { current, password }, client);
}
