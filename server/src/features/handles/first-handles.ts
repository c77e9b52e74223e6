import { setImmediate } from 'node:timers/promises';
import type { Db, Transaction } from '../../platform/db/db.ts';
import { handleCandidates, handleHash, handleKey } from './handles.ts';

/** Accounts per transaction. */
const batch = 2_000;

/**
 * Gives handles to the accounts that have none, because they are older than handles. Runs before the site serves, so that no cached page lacks them. The oldest
 * account with a name gets the shortest handle, so that every run has the same result.
 */
export async function giveFirstHandles(db: Db): Promise<void> {
  while ((await db.transaction(giveBatch)) > 0) await setImmediate();
}

/** Returns the number of accounts that had no handle. Those whose candidates were claimed meanwhile get one in the next batch. */
async function giveBatch(tx: Transaction): Promise<number> {
  const found = await tx.all<{ id: string }>`
    select id from users where handle is null and deleted_at is null order by id limit cast(${batch} as integer)`;
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  await tx.lock`select id from users where id = any(${ids}) order by id`;
  // Another process may have given them handles before the lock (PostgreSQL).
  const accounts = await tx.all<{ id: string; name: string }>`
    select id, name from users where id = any(${ids}) and handle is null and deleted_at is null order by id`;
  const wanted = accounts.map(({ id, name }) => ({
    id,
    candidates: handleCandidates(name, id).map((handle) => ({ handle, hash: handleHash(handle) })),
  }));
  const hashes = wanted.flatMap(({ candidates }) => candidates.map(({ hash }) => hash));
  const claims = await tx.all<{ hash: string }>`select hash from handle_claims where hash = any(${hashes})`;
  const taken = new Set(claims.map(({ hash }) => hash));
  const chosen = wanted.flatMap(({ id, candidates }) => {
    const free = candidates.find(({ hash }) => !taken.has(hash));
    if (!free) return [];
    taken.add(free.hash);
    return [{ id, ...free, key: handleKey(free.handle) }];
  });
  const list = JSON.stringify(chosen);
  await tx.run`
    insert into handle_claims (hash, user_id, handle)
    select list.value ->> 'hash', list.value ->> 'id', list.value ->> 'handle' from json_array_elements(${list}::json) as list(value) where true
    on conflict (hash) do nothing`;
  await tx.run`
    update users set handle = chosen.handle, handle_key = chosen.key
    from (select list.value ->> 'id' as id, list.value ->> 'handle' as handle, list.value ->> 'key' as key, list.value ->> 'hash' as hash
      from json_array_elements(${list}::json) as list(value)) chosen
    where users.id = chosen.id and users.handle is null
      and exists (select 1 from handle_claims c where c.hash = chosen.hash and c.user_id = users.id)`;
  return found.length;
}
