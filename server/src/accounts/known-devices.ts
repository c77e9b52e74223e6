import { clockTolerance } from '@dev-connector/contract';
import type { Db } from '../db/db.ts';
import { maxRemembered, rememberedFor, useGrain } from './known-addresses.ts';
import type { Member } from './member.ts';

/** Returns whether the user with this e-mail key has recently signed in from the device. `secretHash` is the hash of the device's secret. */
export async function isKnownDevice(db: Db, emailKey: string, secretHash: string, now: number): Promise<boolean> {
  const found = await db.get`
    select 1 as one from known_devices d join users u on u.id = d.user_id
    where u.email_key = ${emailKey} and d.secret_hash = ${secretHash}
      and d.used_at > ${now - rememberedFor} and d.used_at <= ${now + clockTolerance}`;
  return found !== undefined;
}

/** Stores that the user has signed in from the device, unless the user was deleted. */
export async function rememberDevice(db: Db, userId: string, secretHash: string, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tx.lock`select id from users where id = ${userId} and deleted_at is null`)) return;
    await tx.run`delete from known_devices where user_id = ${userId} and used_at > ${now + clockTolerance}`;
    await tx.run`
      insert into known_devices (user_id, secret_hash, used_at) values (${userId}, ${secretHash}, ${now})
      on conflict (user_id, secret_hash) do update set used_at = excluded.used_at where known_devices.used_at < ${now - useGrain}`;
    await tx.run`
      delete from known_devices where user_id = ${userId} and secret_hash not in (
        select secret_hash from known_devices where user_id = ${userId} and used_at > ${now - rememberedFor}
        order by used_at desc limit ${maxRemembered}
      )`;
  });
}

/** Returns the devices from which a member has signed in, the least recently used first. `pseudonym` is a prefix of the secret's hash. */
export const listDevices = (db: Db, { id }: Member) =>
  db.all<{
    pseudonym: string;
    used_at: number;
  }>`select substr(secret_hash, 1, 22) as pseudonym, used_at from known_devices where user_id = ${id} order by used_at, secret_hash`;
