import { clockTolerance, limits, type Session, sessionDays, sessionDaysInAll, sudoMinutes } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Db, Reader, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Events } from '../../platform/events/events.ts';
import { newId } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { hashOf, newSecret } from './secret.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member signed in, or set a password. `isNewDevice`: the account has not been used there lately. */
    'session.created': { userId: string; sessionId: string; isNewDevice: boolean };
    /** A member ended a session. Those that end with a change of the password or the account, or expire, have no event of their own. */
    'session.ended': { userId: string; sessionId: string };
  }
}

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
export function startSession(
  { db, events }: Context,
  user: { id: string; passwordHash: string },
  device: string | undefined,
  isNewDevice = false,
): Promise<string | undefined> {
  const { usedAfter, madeAfter } = liveSessions();
  return db.transaction(async (tx) => {
    if (!(await tx.lock`select id from users where id = ${user.id} and password_hash = ${user.passwordHash}`)) return undefined;
    await tx.run`
      delete from sessions where user_id = ${user.id} and id not in (
        select id from sessions where user_id = ${user.id} and used_at > ${usedAfter} and created_at > ${madeAfter}
        order by used_at desc, id desc limit ${limits.sessions - 1}
      )`;
    return insertSession(tx, events, user.id, device, isNewDevice);
  });
}

/** Inserts a session and returns its token. The database stores only the token's hash. */
export async function insertSession(
  tx: Transaction,
  events: Events,
  userId: string,
  device: string | undefined,
  isNewDevice = false,
): Promise<string> {
  const [id, token] = [newId(), newSecret()];
  const now = Date.now();
  await tx.run`
    insert into sessions (id, token_hash, user_id, device, created_at, used_at)
    values (${id}, ${hashOf(token)}, ${userId}, ${device?.slice(0, maxDeviceLength) ?? null}, ${now}, ${now})`;
  await events.publish(tx, 'session.created', { userId, sessionId: id, isNewDevice });
  return token;
}

/** The member of a live session, and the session's last use (milliseconds since 1970). */
type LiveSession = Omit<Member, 'network'> & { usedAt: number };

/** Returns the live session with this token, or undefined. Queries the database on every request, so that revocation is immediate. */
export function findSession(db: Db, token: string): Promise<LiveSession | undefined> {
  const { usedAfter, madeAfter } = liveSessions();
  return db.get<LiveSession>`
    select u.id, s.id as "sessionId", u.name, u.handle, u.email, u.created_at as "createdAt", coalesce(s.confirmed_at, s.created_at) as "confirmedAt",
      u.active_at as "activeAt", u.hides_drawings as "hidesDrawings", u.email_verified_at as "emailVerifiedAt",
      u.email_rejected_at as "emailRejectedAt", u.email_pending as "emailPending", s.used_at as "usedAt"
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${hashOf(token)} and s.used_at > ${usedAfter} and s.created_at > ${madeAfter}`;
}

/** Returns when each of these sessions expires if it is not used until then (milliseconds since 1970). Leaves out those that have ended. */
export async function readSessionEnds(db: Reader, ids: string[]): Promise<Map<string, number>> {
  const { usedAfter, madeAfter } = liveSessions();
  const rows = await db.all<{ id: string; created_at: number; used_at: number }>`
    select id, created_at, used_at from sessions where id = any(${ids}) and used_at > ${usedAfter} and created_at > ${madeAfter}`;
  return new Map(rows.map((row) => [row.id, Math.min(row.used_at + sessionDays * day, row.created_at + sessionDaysInAll * day)]));
}

/** Returns whether the session's dates need an update: the last use is old, or a clock that ran ahead left a date in the future. */
export const isStale = ({ usedAt, confirmedAt }: LiveSession, now = Date.now()): boolean =>
  usedAt < now - useGrain || Math.max(usedAt, confirmedAt) > now + clockTolerance;

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
export async function endSession({ db, events }: Context, member: Member, id: string): Promise<void> {
  const { usedAfter, madeAfter } = liveSessions();
  await db.transaction(async (tx) => {
    const ended = await tx.run`
      delete from sessions where id = ${id} and user_id = ${member.id} and used_at > ${usedAfter} and created_at > ${madeAfter}`;
    if (ended === 0) throw new Failure('sessionNotFound');
    await events.publish(tx, 'session.ended', { userId: member.id, sessionId: id });
  });
}

/** Deletes all sessions of the member except the current one. Returns how many of them were live. */
export function endOtherSessions({ db, events }: Context, member: Member): Promise<number> {
  const { usedAfter, madeAfter } = liveSessions();
  return db.transaction(async (tx) => {
    // Delete expired sessions separately, so that they do not count.
    await tx.run`
      delete from sessions where user_id = ${member.id} and id <> ${member.sessionId} and (used_at <= ${usedAfter} or created_at <= ${madeAfter})`;
    const ended = await tx.all<{ id: string }>`
      delete from sessions where user_id = ${member.id} and id <> ${member.sessionId} returning id`;
    for (const { id } of ended) await events.publish(tx, 'session.ended', { userId: member.id, sessionId: id });
    return ended.length;
  });
}

/** Deletes the expired ones of the `count` sessions that follow this one. Returns the last of them, or undefined after the end. */
export async function deleteExpiredSessions(db: Db, after: string, count: number): Promise<string | undefined> {
  const { usedAfter, madeAfter } = liveSessions();
  const sessions = await db.all<{ id: string }>`select id from sessions where id > ${after} order by id limit ${count}`;
  const last = sessions.at(-1)?.id;
  if (last)
    await db.run`delete from sessions where id > ${after} and id <= ${last} and (used_at <= ${usedAfter} or created_at <= ${madeAfter})`;
  return last;
}
