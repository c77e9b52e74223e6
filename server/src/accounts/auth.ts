import {
  type Account,
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

/** Alive are sessions that were used after the one moment and made after the other (milliseconds since 1970). */
export const liveSessions = (now = Date.now()) => ({ usedAfter: now - sessionDays * day, madeAfter: now - sessionDaysInAll * day });

/** A session's last use is written at most this often (milliseconds), so that reading does not become writing. */
const useGrain = 10 * 60 * 1000;

/** Characters of a user agent that are kept. */
const maxDeviceLength = 300;

/**
 * Opens a session for a user whose password was found to be the one with this hash; the token goes to the client, only its SHA-256 is stored. Undefined
 * where the user, or that password, is gone by now: a session that a password change did not see must not outlive it.
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

/** A request that gives a password: what the session is called, and its place in the queue for hashes. */
export interface Client {
  device: string | undefined;
  caller: Caller;
}

/** A session that was opened, and for whom. */
export interface Opened {
  userId: string;
  token: string;
}

/** Puts a session in; answers with its token, of which only the hash is kept. */
export async function insertSession(tx: Transaction, userId: string, device: string | undefined): Promise<string> {
  const token = newSecret();
  const now = Date.now();
  await tx.run`
    insert into sessions (id, token_hash, user_id, device, created_at, used_at)
    values (${newId()}, ${hashOf(token)}, ${userId}, ${device?.slice(0, maxDeviceLength) ?? null}, ${now}, ${now})`;
  return token;
}

/** A session that is alive, and whose it is. */
interface LiveSession {
  member: Member;
  usedAt: number;
}

/** The live session that has this token, or undefined. Revocation is at once: this asks the database at every request. */
export async function findSession(db: Db, token: string): Promise<LiveSession | undefined> {
  const { usedAfter, madeAfter } = liveSessions();
  const row = await db.get<{
    id: string;
    used_at: number;
    user_id: string;
    name: string;
    email: string;
    avatar: string;
    created_at: number;
    confirmed_at: number;
  }>`
    select s.id, s.used_at, s.user_id, u.name, u.email, u.avatar, u.created_at, coalesce(s.confirmed_at, s.created_at) as confirmed_at from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashOf(token)} and s.used_at > ${usedAfter} and s.created_at > ${madeAfter}`;
  if (!row) return undefined;
  const { id, used_at, user_id, name, email, avatar, created_at, confirmed_at } = row;
  const member = { id: user_id, sessionId: id, name, email, avatar, createdAt: created_at, confirmedAt: confirmed_at };
  return { member, usedAt: used_at };
}

/** Whether the session's last use must be written again: it is old, or dated by a clock that was ahead. */
export const isStale = ({ usedAt, member }: LiveSession, now = Date.now()): boolean =>
  usedAt < now - useGrain || Math.max(usedAt, member.confirmedAt) > now + clockTolerance;

/** Writes that the session is in use; of many calls at once the first does. Dates in the future would prolong its life, so they become now;
 * one that would give sudo mode becomes none. */
export async function noteUse(db: Db, sessionId: string): Promise<void> {
  const now = Date.now();
  await db.run`
    update sessions set used_at = ${now}, created_at = case when created_at > ${now} then ${now} else created_at end,
      confirmed_at = case when coalesce(confirmed_at, created_at) > ${now + clockTolerance} then 0 else confirmed_at end
    where id = ${sessionId} and (used_at < ${now - useGrain} or used_at > ${now + clockTolerance}
      or coalesce(confirmed_at, created_at) > ${now + clockTolerance})`;
}

/** Fails unless this session signed in or confirmed its password lately. A date in the future does not count. */
export function requireSudo({ confirmedAt }: Member, now = Date.now()): void {
  if (confirmedAt <= now - sudoMinutes * 60_000 || confirmedAt > now + clockTolerance) throw new Failure('confirmationNeeded');
}

/** Confirms the member's password for this session. */
export async function confirmPassword(db: Db, member: Member, password: string, client: Client): Promise<void> {
  const user = await db.get<{ password_hash: string }>`
    select u.password_hash from users u join sessions s on s.user_id = u.id where u.id = ${member.id} and s.id = ${member.sessionId}`;
  if (!user) throw new Failure('tokenInvalid');
  if (!(await verifyPassword(password, user.password_hash, client.caller))) throw new Failure('passwordWrong');
  const confirmed = await db.run`
    update sessions set confirmed_at = ${Date.now()} where id = ${member.sessionId}
    and exists (select 1 from users where id = ${member.id} and password_hash = ${user.password_hash})`;
  // The session has ended, or the hash is another by now: judged again.
  if (confirmed === 0) await confirmPassword(db, member, password, client);
}

/**
 * Signs in. An unknown e-mail and a wrong password take the same time and fail the same way. A password whose hash was made with lower parameters than ours are
 * now is hashed again, while it is there.
 */
export async function signIn(db: Db, { email, password }: Credentials, client: Client): Promise<Opened> {
  const user = await db.get<{
    id: string;
    password_hash: string;
  }>`select id, password_hash from users where email_key = ${emailKey(email)}`;
  if (!(await verifyPassword(password, user?.password_hash, client.caller)) || !user) throw new SignInFailed(user?.id);
  const token = await startSession(db, { id: user.id, passwordHash: user.password_hash }, client.device);
  // The hash is another one by now: of another password, or of the same, made by a sign-in beside this one.
  if (!token) return signIn(db, { email, password }, client);
  if (isOutdated(user.password_hash)) await hashAgain(db, user, password);
  return { userId: user.id, token };
}

/** Sessions stay as they are: the password is the same. A site too busy to hash does it at the next sign-in. */
async function hashAgain(db: Db, user: { id: string; password_hash: string }, password: string): Promise<void> {
  const hash = await hashPassword(password).catch((error) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  if (hash) await db.run`update users set password_hash = ${hash} where id = ${user.id} and password_hash = ${user.password_hash}`;
}

/** The member's account, as their session's row was read with it. */
export const toAccount = ({ id, name, email, avatar, createdAt }: Member): Account => ({
  _id: id,
  name,
  email,
  avatar,
  date: new Date(createdAt).toISOString(),
});

/** The member's live sessions, newest first. The one that asks is in use right now, whatever has been written down. */
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

/** Ends a session of the member's; one that has ended by itself is not found, as it is not listed. */
export async function endSession(db: Db, member: Member, id: string): Promise<void> {
  const { usedAfter, madeAfter } = liveSessions();
  const ended = await db.run`
    delete from sessions where id = ${id} and user_id = ${member.id} and used_at > ${usedAfter} and created_at > ${madeAfter}`;
  if (ended === 0) throw new Failure('sessionNotFound');
}

/** Ends every session of the member's but the one that asks; says how many. */
export function endOtherSessions(db: Db, member: Member): Promise<number> {
  const { usedAfter, madeAfter } = liveSessions();
  return db.transaction(async (tx) => {
    // Those that have ended by themselves go too, uncounted.
    await tx.run`
      delete from sessions where user_id = ${member.id} and id <> ${member.sessionId} and (used_at <= ${usedAfter} or created_at <= ${madeAfter})`;
    return tx.run`delete from sessions where user_id = ${member.id} and id <> ${member.sessionId}`;
  });
}

/** Sets the new password, ends every session, this one included, and voids reset links; answers with the token of a fresh session. */
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
  // Of two changes at once the second finds, looking again, that its current password is no longer the one; a hash made again beside it does not stop it.
  return token ?? changePassword(db, member, passwords, client);
}
