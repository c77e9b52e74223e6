import { clockTolerance } from '@dev-connector/contract';
import type { Db, Transaction } from '../db/db.ts';
import type { Member } from './member.ts';

/** How long, and how many, addresses of a user are remembered; known-devices.ts uses the same limits. */
export const rememberedFor = 90 * 24 * 60 * 60 * 1000; // ms
export const maxRemembered = 20;
/** The last use is written at most this often. */
export const useGrain = 24 * 60 * 60 * 1000; // ms

/** Whether the user with this e-mail key has signed in from the address (its pseudonym) before. */
export async function isKnownAddress(db: Db, emailKey: string, address: string, now: number): Promise<boolean> {
  const found = await db.get`
    select 1 as one from known_addresses k join users u on u.id = k.user_id
    where u.email_key = ${emailKey} and k.address = ${address}
      and k.used_at > ${now - rememberedFor} and k.used_at <= ${now + clockTolerance}`;
  return found !== undefined;
}

/** Remembers that the user has signed in from the address; does nothing if the user is gone. Dates in the future are dropped: they would never make way. */
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

/** Forgets all addresses and devices of a user: whoever knew the old password may have signed in from them. */
export async function forgetCallers(tx: Transaction, userId: string): Promise<void> {
  await tx.run`delete from known_addresses where user_id = ${userId}`;
  await tx.run`delete from known_devices where user_id = ${userId}`;
}

/** Where a member has signed in from, the last use last. */
export const listAddresses = (db: Db, { id }: Member) =>
  db.all<{
    address: string;
    used_at: number;
  }>`select address, used_at from known_addresses where user_id = ${id} order by used_at, address`;
