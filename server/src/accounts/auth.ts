import {
  type Account,
  avatarPath,
  type Credentials,
  clockTolerance,
  limits,
  type Session,
  sessionDays,
  sessionDaysInAll,
  sudoMinutes,
} from '@dev-connector/contract';
import type { Db, Transaction } from '../db/db.ts';
import { Failure, SignInFailed } from '../errors.ts';
import { newId } from '../id.ts';
import { emailKey } from './email.ts';
import { forgetCallers } from './known-addresses.ts';
import type { Member } from './member.ts';
import type { Caller } from './passwords/hash-queue.ts';
import { hashNewPassword, hashPassword, isOutdated, verifyPassword } from './passwords/password.ts';
import { hashOf, newSecret } from './secret.ts';

const day = 24 * 60 * 60 * 1000; // ms

/** Returns the cut-offs of a live session (milliseconds since 1970): it was last used after `usedAfter` and created after `madeAfter`. */
export const liveSessions = (now = Date.now()) => ({ usedAfter: now - sessionDays * day, madeAfter: now - sessionDaysInAll * day });

/** Minimum time between two updates of a session's last use (milliseconds), so that not every read causes a write. */
const useGrain = 10 * 60 * 1000;

/** Maximum length of a stored user agent. */
const maxDeviceLength = 300;

/**
 * Creates a session for a user whose password matched this hash and returns its token. Returns undefined if the user was deleted or the hash
 * has changed since: otherwise the session would survive a concurrent password change.
 */
export function startSession(db: Db, user: { id: string; passwordHash: string }, device: string | undefined): Promise<string | undefined> {
  const { usedAfter, madeAfter } = liveSessions();
  return db.transaction(async (tx) => {
    if (!(await tx.lock`select id from users where id = ${user.id} and password_hash = ${user.passwordHash}`)) return undefined;
    await tx.run`
      delete from sessions where user_id = ${user.id} and id not in (
        select id from sessions where user_id = ${user.id} and used_at > ${usedAfter} and created_at > ${madeAfter}
        order by used_at desc, id desc limit ${limits.sessions - 1}
      )`;
    return insertSession(tx, user.id, device);
  });
}

/** The client that sends a password: `device` names its session, `caller` decides its place in the hash queue. */
export interface Client {
  device: string | undefined;
  caller: Caller;
}

/** The token of a new session, and its user. */
export interface Opened {
  userId: string;
  token: string;
}

/** Inserts a session and returns its token. The database stores only the token's hash. */
export async function insertSession(tx: Transaction, userId: string, device: string | undefined): Promise<string> {
  const token = newSecret();
  const now = Date.now();
  await tx.run`
    insert into sessions (id, token_hash, user_id, device, created_at, used_at)
    values (${newId()}, ${hashOf(token)}, ${userId}, ${device?.slice(0, maxDeviceLength) ?? null}, ${now}, ${now})`;
  return token;
}

/** A live session: its member and its last use (milliseconds since 1970). */
interface LiveSession {
  member: Member;
  usedAt: number;
}

/** Returns the live session with this token, or undefined. Queries the database on every request, so that revocation is immediate. */
export async function findSession(db: Db, token: string): Promise<LiveSession | undefined> {
  const { usedAfter, madeAfter } = liveSessions();
  const row = await db.get<{
    id: string;
    used_at: number;
    user_id: string;
    name: string;
    email: string;
    created_at: number;
    confirmed_at: number;
  }>`
    select s.id, s.used_at, s.user_id, u.name, u.email, u.created_at, coalesce(s.confirmed_at, s.created_at) as confirmed_at from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashOf(token)} and s.used_at > ${usedAfter} and s.created_at > ${madeAfter}`;
  if (!row) return undefined;
  const { id, used_at, user_id, name, email, created_at, confirmed_at } = row;
  const member = { id: user_id, sessionId: id, name, email, createdAt: created_at, confirmedAt: confirmed_at };
  return { member, usedAt: used_at };
}

/** Returns whether the session's dates need an update: the last use is old, or a clock that ran ahead left a date in the future. */
export const isStale = ({ usedAt, member }: LiveSession, now = Date.now()): boolean =>
  usedAt < now - useGrain || Math.max(usedAt, member.confirmedAt) > now + clockTolerance;

/**
 * Updates the session's last use; of several concurrent calls, only the first writes. Resets dates in the future to now, because they would
 * extend the session, and clears a confirmation in the future, because it would extend sudo mode.
 */
export async function noteUse(db: Db, sessionId: string): Promise<void> {
  const now = Date.now();
  await db.run`
    update sessions set used_at = ${now}, created_at = case when created_at > ${now} then ${now} else created_at end,
      confirmed_at = case when coalesce(confirmed_at, created_at) > ${now + clockTolerance} then 0 else confirmed_at end
    where id = ${sessionId} and (used_at < ${now - useGrain} or used_at > ${now + clockTolerance}
      or coalesce(confirmed_at, created_at) > ${now + clockTolerance})`;
}

/** Throws `confirmationNeeded` unless the sign-in or the last confirmation is at most `sudoMinutes` old and not in the future. */
export function requireSudo({ confirmedAt }: Member, now = Date.now()): void {
  if (confirmedAt <= now - sudoMinutes * 60_000 || confirmedAt > now + clockTolerance) throw new Failure('confirmationNeeded');
}

/** Checks the member's password and starts sudo mode for this session. Throws `passwordWrong` if it does not match. */
export async function confirmPassword(db: Db, member: Member, password: string, client: Client): Promise<void> {
  const user = await db.get<{ password_hash: string }>`
    select u.password_hash from users u join sessions s on s.user_id = u.id where u.id = ${member.id} and s.id = ${member.sessionId}`;
  if (!user) throw new Failure('tokenInvalid');
  if (!(await verifyPassword(password, user.password_hash, client.caller))) throw new Failure('passwordWrong');
  const confirmed = await db.run`
    update sessions set confirmed_at = ${Date.now()} where id = ${member.sessionId}
    and exists (select 1 from users where id = ${member.id} and password_hash = ${user.password_hash})`;
  // The session ended or the hash changed during the check: check again.
  if (confirmed === 0) await confirmPassword(db, member, password, client);
}

/**
 * Signs in. An unknown e-mail address and a wrong password take the same time and throw the same error, so that neither reveals whether an
 * account exists. Rehashes the password if its hash has outdated parameters.
 */
export async function signIn(db: Db, { email, password }: Credentials, client: Client): Promise<Opened> {
  const user = await db.get<{
    id: string;
    password_hash: string;
  }>`select id, password_hash from users where email_key = ${emailKey(email)}`;
  if (!(await verifyPassword(password, user?.password_hash, client.caller)) || !user) throw new SignInFailed(user?.id);
  const token = await startSession(db, { id: user.id, passwordHash: user.password_hash }, client.device);
  // The hash changed during the check: the password was changed, or a concurrent sign-in rehashed it.
  if (!token) return signIn(db, { email, password }, client);
  if (isOutdated(user.password_hash)) await hashAgain(db, user, password);
  return { userId: user.id, token };
}

/** Keeps the sessions, because the password is the same. If the hash queue is full, the next sign-in tries again. */
async function hashAgain(db: Db, user: { id: string; password_hash: string }, password: string): Promise<void> {
  const hash = await hashPassword(password).catch((error) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  if (hash) await db.run`update users set password_hash = ${hash} where id = ${user.id} and password_hash = ${user.password_hash}`;
}

/** Converts a member to an account without another query: the row of the session already has all the fields. */
export const toAccount = ({ id, name, email, createdAt }: Member): Account => ({
  _id: id,
  name,
  email,
  avatar: avatarPath(id),
  date: new Date(createdAt).toISOString(),
});

/** Returns the member's live sessions, newest first. Reports the current session as used now, because the stored date lags behind. */
export async function listSessions(db: Db, member: Member): Promise<Session[]> {
  const { usedAfter, madeAfter } = liveSessions();
  const rows = await db.all<{ id: string; device: string | null; created_at: number; used_at: number }>`
    select id, device, created_at, used_at from sessions
    where user_id = ${member.id} and used_at > ${usedAfter} and created_at > ${madeAfter} order by id desc`;
  return rows.map((row) => ({
    _id: row.id,
    current: row.id === member.sessionId,
    device: row.device ?? undefined,
    date: new Date(row.created_at).toISOString(),
    lastUsed: new Date(row.id === member.sessionId ? Date.now() : row.used_at).toISOString(),
  }));
}

/** Deletes one of the member's sessions. Throws `sessionNotFound` for an expired session too, because the list does not show it. */
export async function endSession(db: Db, member: Member, id: string): Promise<void> {
  const { usedAfter, madeAfter } = liveSessions();
  const ended = await db.run`
    delete from sessions where id = ${id} and user_id = ${member.id} and used_at > ${usedAfter} and created_at > ${madeAfter}`;
  if (ended === 0) throw new Failure('sessionNotFound');
}

/** Deletes all sessions of the member except the current one. Returns how many of them were live. */
export function endOtherSessions(db: Db, member: Member): Promise<number> {
  const { usedAfter, madeAfter } = liveSessions();
  return db.transaction(async (tx) => {
    // Delete expired sessions separately, so that they do not count.
    await tx.run`
      delete from sessions where user_id = ${member.id} and id <> ${member.sessionId} and (used_at <= ${usedAfter} or created_at <= ${madeAfter})`;
    return tx.run`delete from sessions where user_id = ${member.id} and id <> ${member.sessionId}`;
  });
}

/** Sets a new password and deletes all sessions, including the current one, and reset links. Returns the token of a new session. */
export async function changePassword(
  db: Db,
  member: Member,
  passwords: { current: string; password: string },
  client: Client,
): Promise<string> {
  const user = await db.get<{ name: string; email: string; password_hash: string }>`
    select u.name, u.email, u.password_hash from users u join sessions s on s.user_id = u.id where u.id = ${member.id} and s.id = ${member.sessionId}`;
  if (!user) throw new Failure('tokenInvalid');
  if (!(await verifyPassword(passwords.current, user.password_hash, client.caller))) throw new Failure('currentPasswordWrong');
  const hash = await hashNewPassword(passwords.password, user, client.caller);
  const token = await db.transaction(async (tx) => {
    const changed = await tx.run`
        update users set password_hash = ${hash} where id = ${member.id} and password_hash = ${user.password_hash}
        and exists (select 1 from sessions where id = ${member.sessionId})`;
    if (changed === 0) return undefined;
    await tx.run`delete from sessions where user_id = ${member.id}`;
    await tx.run`delete from password_resets where user_id = ${member.id}`;
    await forgetCallers(tx, member.id);
    return insertSession(tx, member.id, client.device);
  });
  // The hash changed during the check. The second call fails if the password was changed, and succeeds if it was only rehashed.
  return token ?? changePassword(db, member, passwords, client);
}
