import { clockTolerance } from '@dev-connector/contract';
import type { Db, Transaction } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Member } from '../../platform/member.ts';

/* The addresses and devices from which users have signed in. */

const rememberedFor = 90 * 24 * 60 * 60 * 1000; // ms
/** Per user: addresses, and devices. */
const maxRemembered = 20;
/** Minimum time between two updates of the last use. */
const useGrain = 24 * 60 * 60 * 1000; // ms

/** Where callers of a kind are stored: the table, and the column with the pseudonym of an address or the hash of a device's secret. */
const stored = {
  address: { table: sql`known_addresses`, column: sql`address` },
  device: { table: sql`known_devices`, column: sql`secret_hash` },
};
type CallerKind = keyof typeof stored;

/** Returns whether the user with this e-mail key has recently signed in from the caller. */
export async function isKnown(db: Db, kind: CallerKind, emailKey: string, caller: string, now: number): Promise<boolean> {
  const { table, column } = stored[kind];
  const found = await db.get`
    select 1 as one from ${table} k join users u on u.id = k.user_id
    where u.email_key = ${emailKey} and k.${column} = ${caller}
      and k.used_at > ${now - rememberedFor} and k.used_at <= ${now + clockTolerance}`;
  return found !== undefined;
}

/** Stores that the user has signed in from the caller, unless the user was deleted. Deletes dates in the future, which would never be evicted. */
export async function remember(db: Db, kind: CallerKind, userId: string, caller: string, now: number): Promise<void> {
  const { table, column } = stored[kind];
  await db.transaction(async (tx) => {
    if (!(await tx.lock`select id from users where id = ${userId} and deleted_at is null`)) return;
    await tx.run`delete from ${table} where user_id = ${userId} and used_at > ${now + clockTolerance}`;
    await tx.run`
      insert into ${table} (user_id, ${column}, used_at) values (${userId}, ${caller}, ${now})
      on conflict (user_id, ${column}) do update set used_at = excluded.used_at where ${table}.used_at < ${now - useGrain}`;
    await tx.run`
      delete from ${table} where user_id = ${userId} and ${column} not in (
        select ${column} from ${table} where user_id = ${userId} and used_at > ${now - rememberedFor}
        order by used_at desc limit ${maxRemembered}
      )`;
  });
}

/** Returns the addresses from which a member has signed in, the least recently used first. */
export const listAddresses = (db: Db, { id }: Member) =>
  db.all<{
    address: string;
    used_at: number;
  }>`select address, used_at from known_addresses where user_id = ${id} order by used_at, address`;

/** Returns the devices from which a member has signed in, the least recently used first. `pseudonym` is a prefix of the secret's hash. */
export const listDevices = (db: Db, { id }: Member) =>
  db.all<{
    pseudonym: string;
    used_at: number;
  }>`select substr(secret_hash, 1, 22) as pseudonym, used_at from known_devices where user_id = ${id} order by used_at, secret_hash`;

/** Deletes all known addresses and devices of a user, because an attacker with the old password may have signed in from them. */
export async function forgetCallers(tx: Transaction, userId: string): Promise<void> {
  await tx.run`delete from known_addresses where user_id = ${userId}`;
  await tx.run`delete from known_devices where user_id = ${userId}`;
}

/** Deletes outdated addresses and devices of the `count` users that follow this one. Returns the last of them, or undefined after the end. */
export async function forgetOldCallers(db: Db, after: string, count: number, now = Date.now()): Promise<string | undefined> {
  const [oldest, latest] = [now - rememberedFor, now + clockTolerance];
  const users = await db.all<{ id: string }>`select id from users where id > ${after} order by id limit ${count}`;
  const last = users.at(-1)?.id;
  if (!last) return undefined;
  await db.run`delete from known_addresses where user_id > ${after} and user_id <= ${last} and (used_at <= ${oldest} or used_at > ${latest})`;
  await db.run`delete from known_devices where user_id > ${after} and user_id <= ${last} and (used_at <= ${oldest} or used_at > ${latest})`;
  return last;
}
