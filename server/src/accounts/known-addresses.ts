import { clockTolerance } from '@dev-connector/contract';
import type { Db, Transaction } from '../db/db.ts';
import type { Member } from './member.ts';

/** Limits the age and the number of a user's known addresses; known-devices.ts uses the same limits. */
export const rememberedFor = 90 * 24 * 60 * 60 * 1000; // ms
export const maxRemembered = 20;
/** Minimum time between two updates of the last use. */
export const useGrain = 24 * 60 * 60 * 1000; // ms

/** Returns whether the user with this e-mail key has recently signed in from the address. `address` is a pseudonym. */
export async function isKnownAddress(db: Db, emailKey: string, address: string, now: number): Promise<boolean> {
  const found = await db.get`
    select 1 as one from known_addresses k join users u on u.id = k.user_id
    where u.email_key = ${emailKey} and k.address = ${address}
      and k.used_at > ${now - rememberedFor} and k.used_at <= ${now + clockTolerance}`;
  return found !== undefined;
}

/** Stores that the user has signed in from the address, unless the user was deleted. Deletes dates in the future, which would never be evicted. */
export async function rememberAddress(db: Db, userId: string, address: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tx.lock`select id from users where id = ${userId} and deleted_at is null`)) return;
    await tx.run`delete from known_addresses where user_id = ${userId} and used_at > ${now + clockTolerance}`;
    await tx.run`
      insert into known_addresses (user_id, address, used_at) values (${userId}, ${address}, ${now})
      on conflict (user_id, address) do update set used_at = excluded.used_at where known_addresses.used_at < ${now - useGrain}`;
    await tx.run`
      delete from known_addresses where user_id = ${userId} and address not in (
        select address from known_addresses where user_id = ${userId} and used_at > ${now - rememberedFor}
        order by used_at desc limit ${maxRemembered}
      )`;
  });
}

/** Deletes all known addresses and devices of a user, because an attacker with the old password may have signed in from them. */
export async function forgetCallers(tx: Transaction, userId: string): Promise<void> {
  await tx.run`delete from known_addresses where user_id = ${userId}`;
  await tx.run`delete from known_devices where user_id = ${userId}`;
}

/** Returns the addresses from which a member has signed in, the least recently used first. */
export const listAddresses = (db: Db, { id }: Member) =>
  db.all<{
    address: string;
    used_at: number;
  }>`select address, used_at from known_addresses where user_id = ${id} order by used_at, address`;
