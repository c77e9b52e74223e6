import { handleDays, handleFromName, limits, reservedHandles } from '@dev-connector/contract';
import type { Reader, Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Events } from '../../platform/events/events.ts';
import { pseudonym } from '../../platform/sha256.ts';
import { visiblePeople } from '../visibility/policy.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A member has another handle than `former`, perhaps only in another case. */
    'user.handleChanged': { userId: string; handle: string; former: string | null };
  }
}

const reservation = handleDays * 24 * 60 * 60 * 1000; // ms

/** The form in which handles are compared. */
export const handleKey = (handle: string): string => handle.toLowerCase();

/** The key of a handle in `handle_claims`: a pseudonym, which replaces the handle of a deleted account. */
export const handleHash = (handle: string): string => pseudonym(`handle ${handleKey(handle)}`);

/** Returns handles to try for a member who chose none: made from the name, then with random digits of the id. The last one has enough digits to be unique. */
export function handleCandidates(name: string, id: string): string[] {
  const end = (length: number) => id.replaceAll('-', '').slice(-length);
  const base = handleFromName(name, limits.handle);
  const fallback = [`member-${end(6)}`, `member-${end(12)}`];
  if (base === undefined || reservedHandles.has(base)) return fallback;
  const start = base.slice(0, limits.handle - 7).replace(/-$/, '');
  return [base, `${start}-${end(4)}`, `${start}-${end(6)}`, ...fallback];
}

/** Gives a new account the handle that was chosen, or the first free one made from the name. Throws `handleTaken` or `handleReserved`. */
export async function giveHandle(tx: Transaction, user: { id: string; name: string }, chosen: string | undefined): Promise<void> {
  if (chosen) checkReserved(chosen);
  for (const handle of chosen ? [chosen] : handleCandidates(user.name, user.id)) {
    if (!(await claim(tx, user.id, handle))) continue;
    await tx.run`update users set handle = ${handle}, handle_key = ${handleKey(handle)} where id = ${user.id}`;
    return;
  }
  throw new Failure('handleTaken');
}

/**
 * Changes the handle of a member, whose row is locked. Reserves the former one for them. Throws `handleTaken`, `handleReserved`, or `handleChangesFull` if the
 * member has reserved too many.
 */
export async function changeHandle(
  tx: Transaction,
  events: Events,
  user: { id: string; handle: string | null },
  handle: string,
): Promise<void> {
  const [former, hash] = [user.handle === null ? undefined : handleHash(user.handle), handleHash(handle)];
  if (hash !== former) {
    checkReserved(handle);
    const { count } = (await tx.get<{ count: number }>`
      select count(*) as count from handle_claims where user_id = ${user.id} and expires_at > ${Date.now()} and hash <> ${hash}`) ?? {
      count: 0,
    };
    if (count >= limits.formerHandles) throw new Failure('handleChangesFull');
    if (!(await claim(tx, user.id, handle))) throw new Failure('handleTaken');
    if (former !== undefined) await tx.run`update handle_claims set expires_at = ${Date.now() + reservation} where hash = ${former}`;
  } else await tx.run`update handle_claims set handle = ${handle} where hash = ${hash}`;
  await tx.run`update users set handle = ${handle}, handle_key = ${handleKey(handle)} where id = ${user.id}`;
  await events.publish(tx, 'user.handleChanged', { userId: user.id, handle, former: user.handle });
}

/** Replaces the handles of a deleted account by pseudonyms, which reserve them for `handleDays`. */
export async function releaseHandles(tx: Transaction, userId: string): Promise<void> {
  await tx.run`
    update handle_claims set user_id = null, handle = null, expires_at = coalesce(expires_at, cast(${Date.now() + reservation} as bigint))
    where user_id = ${userId}`;
}

/** Returns the id of the member with this current or reserved former handle. */
async function findByHandle(db: Reader, handle: string): Promise<string | undefined> {
  const row = await db.get<{ user_id: string | null }>`
    select user_id from handle_claims where hash = ${handleHash(handle)} and (expires_at is null or expires_at > ${Date.now()})`;
  return row?.user_id ?? undefined;
}

/** Returns the id of a user who is named by id, or by `@` and a handle. */
export const userIdOf = async (db: Reader, user: string): Promise<string | undefined> =>
  user.startsWith('@') ? findByHandle(db, user.slice(1)) : user;

/** Returns the members with these current or reserved former handles: their ids and current handles, by the requested handle in lower case. */
export async function findByHandles(db: Reader, handles: string[]): Promise<Map<string, { id: string; handle: string }>> {
  const hashes = new Map(handles.map((handle) => [handleHash(handle), handleKey(handle)]));
  const rows = await db.all<{ hash: string; id: string; handle: string }>`
    select c.hash, u.id, u.handle from handle_claims c join ${visiblePeople('members')} u on u.id = c.user_id
    where c.hash = any(${[...hashes.keys()]}) and (c.expires_at is null or c.expires_at > ${Date.now()}) and u.handle is not null`;
  return new Map(rows.map(({ hash, id, handle }) => [hashes.get(hash) ?? '', { id, handle }]));
}

/** Returns the former handles of a member that are reserved for them, with the end of the reservation (milliseconds since 1970). */
export const formerHandles = (db: Reader, userId: string): Promise<Array<{ handle: string; expires_at: number }>> =>
  db.all`select handle, expires_at from handle_claims where user_id = ${userId} and expires_at > ${Date.now()} order by expires_at`;

/** Deletes at most `batch` claims that have expired, except those that were renewed meanwhile (PostgreSQL). Returns their number. */
export function deleteExpiredClaims(db: { run: Transaction['run'] }, batch: number): Promise<number> {
  const now = Date.now();
  return db.run`
    delete from handle_claims where expires_at <= ${now} and hash in (
      select hash from handle_claims where expires_at <= ${now} order by expires_at limit cast(${batch} as integer)
    )`;
}

function checkReserved(handle: string): void {
  if (reservedHandles.has(handleKey(handle))) throw new Failure('handleReserved');
}

/** Claims a handle unless another member has it or has reserved it. Of concurrent claims, one succeeds. */
async function claim(tx: Transaction, userId: string, handle: string): Promise<boolean> {
  const claimed = await tx.run`
    insert into handle_claims (hash, user_id, handle, expires_at) values (${handleHash(handle)}, ${userId}, ${handle}, null)
    on conflict (hash) do update set user_id = excluded.user_id, handle = excluded.handle, expires_at = null
    where handle_claims.expires_at <= ${Date.now()} or handle_claims.user_id = excluded.user_id`;
  return claimed > 0;
}
