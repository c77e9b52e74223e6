import { type Education, type Experience, limits, type Profile } from '@dev-connector/contract';
import { type Member, writeAsMember } from '../accounts/member.ts';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { byteBudget } from '../feed/keyset.ts';
import { readProfile } from './profiles.ts';

/*
 * `limits.profileBytes` limits the UTF-8 bytes of all texts of a profile, including its entries. Profiles saved before the limit existed may be larger:
 * they are shown up to the limit, and an edit must not make them larger.
 */

/** An entry and the length of its texts in UTF-8 bytes. */
export interface Sized<Entry> {
  entry: Entry;
  size: number;
}

/** The sort key of an entry in its list. */
export type EntryKey = Pick<Experience, '_id' | 'from'>;

/** Changes the member's profile, increments its version and returns it. Throws `profileFull` if the change makes it larger than the limit. */
export function changeProfile(db: Db, member: Member, change: (tx: Transaction, exists: boolean) => Promise<unknown>): Promise<Profile> {
  return writeAsMember(db, member, (tx) => changeProfileIn(tx, member, (exists) => change(tx, exists)));
}

/** Does the same as `changeProfile` inside an existing transaction. */
export async function changeProfileIn(tx: Transaction, member: Member, change: (exists: boolean) => Promise<unknown>): Promise<Profile> {
  const exists = (await tx.lock`select id from profiles where user_id = ${member.id}`) !== undefined;
  const before = exists ? await profileBytes(tx, member.id) : 0;
  await change(exists);
  await tx.run`update profiles set version = version + 1 where user_id = ${member.id}`;
  const after = await profileBytes(tx, member.id);
  if (after > limits.profileBytes && after > before) throw new Failure('profileFull');
  return readProfile(tx, member.id, 'noOwnProfile');
}

/** Sums the lengths in the database, so that no text is read. */
async function profileBytes(reader: Reader, userId: string): Promise<number> {
  const row = await reader.get<{ bytes: number }>`
    select cast(
      octet_length(status) + octet_length(skills) + coalesce(octet_length(company), 0) + coalesce(octet_length(website), 0)
      + coalesce(octet_length(location), 0) + coalesce(octet_length(githubusername), 0) + coalesce(octet_length(bio), 0)
      + coalesce(octet_length(twitter), 0) + coalesce(octet_length(facebook), 0) + coalesce(octet_length(youtube), 0)
      + coalesce(octet_length(linkedin), 0) + coalesce(octet_length(instagram), 0)
      + coalesce((select sum(octet_length(title) + octet_length(company) + coalesce(octet_length(location), 0)
          + coalesce(octet_length(description), 0)) from experiences where user_id = profiles.user_id), 0)
      + coalesce((select sum(octet_length(school) + octet_length(degree) + coalesce(octet_length(fieldofstudy), 0)
          + coalesce(octet_length(description), 0)) from educations where user_id = profiles.user_id), 0)
      as integer) as bytes
    from profiles where user_id = ${userId}`;
  return row?.bytes ?? 0;
}

/**
 * Selects the entries that a profile shows: the newest by `from` that fit into `limits.profileBytes` together with the profile's own texts. Preserves the
 * order of each list.
 */
export function shownEntries(
  texts: Array<string | null>,
  experience: Array<Sized<Experience>> = [],
  education: Array<Sized<Education>> = [],
): Pick<Profile, 'experience' | 'education'> {
  const own = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
  const fits = byteBudget(limits.profileBytes - own);
  const newestFirst = [...experience, ...education].toSorted((one, other) =>
    one.entry.from < other.entry.from ? 1 : one.entry.from > other.entry.from ? -1 : 0,
  );
  const shown = new Set<object>(newestFirst.filter(({ size }) => fits(size)));
  const entriesOf = <Entry>(list: Array<Sized<Entry>>) => list.filter((sized) => shown.has(sized)).map(({ entry }) => entry);
  return { experience: entriesOf(experience), education: entriesOf(education) };
}
