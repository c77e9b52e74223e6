import type { Repository } from '@dev-connector/contract';
import type { Db, Reader } from '../../platform/db/db.ts';

/** Null if the code host does not know the name. */
export type Listing = { repositories: Repository[] | null };

/** A stored listing and when it was fetched (milliseconds since 1970). */
export type StoredListing = Listing & { fetchedAt: number };

export async function readStored(reader: Reader, username: string): Promise<StoredListing | undefined> {
  const row = await reader.get<{ answer: string; fetched_at: number }>`
    select answer, fetched_at from repositories where username = ${username}`;
  return row && { repositories: JSON.parse(row.answer), fetchedAt: row.fetched_at };
}

/** Stores a listing if a profile has the name. */
export async function saveListing(db: Db, username: string, { repositories }: Listing): Promise<void> {
  await db.run`
    insert into repositories (username, answer, fetched_at)
    select ${username}, ${JSON.stringify(repositories)}, cast(${Date.now()} as bigint)
    where exists (select 1 from profiles where lower(githubusername) = ${username})
    on conflict (username) do update set answer = excluded.answer, fetched_at = excluded.fetched_at`;
}

/** Returns whether a profile has the name. */
export const isOnProfile = async (reader: Reader, username: string): Promise<boolean> =>
  (await reader.get`select id from profiles where lower(githubusername) = ${username} limit 1`) !== undefined;

/** Deletes those of the `count` listings after this name whose name is on no profile. Returns the last name, or undefined after the end. */
export async function deleteUnused(db: Db, after: string, count: number): Promise<string | undefined> {
  const rows = await db.all<{
    username: string;
  }>`select username from repositories where username > ${after} order by username limit ${count}`;
  const last = rows.at(-1)?.username;
  if (last)
    await db.run`
      delete from repositories where username > ${after} and username <= ${last}
        and not exists (select 1 from profiles where lower(githubusername) = repositories.username)`;
  return last;
}
