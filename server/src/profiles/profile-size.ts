import { limits, type Profile } from '@dev-connector/contract';
import { type Member, writeAsMember } from '../accounts/member.ts';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { byteBudget } from '../feed/keyset.ts';
import type { SizedEntry } from './entries.ts';
import { readProfile } from './profiles.ts';

/*
 * `limits.profileBytes` limits the UTF-8 bytes of all texts of a profile, including its entries. Profiles saved before the limit existed may be larger:
 * they are shown up to the limit, and an edit must not make them larger.
 */

/** The parts of a profile to read: `whole` is everything, `listed` omits the entries' descriptions, `card` omits the entries and the bio. */
export type Extent = 'whole' | 'listed' | 'card';

/** Changes the member's profile, increments its version and returns it. Throws `profileFull` if the change makes it larger than the limit. */
export function changeProfile(db: Db, member: Member, change: (tx: Transaction, exists: boolean) => Promise<unknown>): Promise<Profile> {
  return writeAsMember(db, member, (tx) => changeProfileIn(tx, member, (exists) => change(tx, exists)));
}

/** Does the same as `changeProfile` inside an existing transaction. */
export async function changeProfileIn(tx: Transaction, member: Member, change: (exists: boolean) => Promise<unknown>): Promise<Profile> {
  const existing = await tx.lock<{ id: string }>`select id from profiles where user_id = ${member.id}`;
  const sizeOf = async (id: string) => (await profileSizes(tx, [id], 'whole'))[0]?.size ?? 0;
  const before = existing ? await sizeOf(existing.id) : 0;
  await change(existing !== undefined);
  await tx.run`update profiles set cache_version = cache_version + 1 where user_id = ${member.id}`;
  const profile = await readProfile(tx, member.id, 'noOwnProfile');
  const after = await sizeOf(profile._id);
  if (after > limits.profileBytes && after > before) throw new Failure('profileFull');
  return profile;
}

/** Sums the lengths of each profile's texts in the database, so that no text is read. */
export async function profileSizes(reader: Reader, ids: string[], extent: Extent): Promise<Array<{ id: string; size: number }>> {
  const [isCard, isWhole] = [extent === 'card' ? 1 : 0, extent === 'whole' ? 1 : 0];
  return reader.all`
    select id, cast(
      octet_length(status) + octet_length(skills) + coalesce(octet_length(company), 0) + coalesce(octet_length(website), 0)
      + coalesce(octet_length(location), 0) + coalesce(octet_length(githubusername), 0) + coalesce(octet_length(twitter), 0)
      + coalesce(octet_length(facebook), 0) + coalesce(octet_length(youtube), 0) + coalesce(octet_length(linkedin), 0)
      + coalesce(octet_length(instagram), 0)
      + case when ${isCard} = 1 then 0 else coalesce(octet_length(bio), 0)
        + coalesce((select sum(octet_length(title) + octet_length(company) + coalesce(octet_length(location), 0)
          + case when ${isWhole} = 1 then coalesce(octet_length(description), 0) else 0 end) from experiences where user_id = profiles.user_id), 0)
        + coalesce((select sum(octet_length(school) + octet_length(degree) + coalesce(octet_length(fieldofstudy), 0)
          + case when ${isWhole} = 1 then coalesce(octet_length(description), 0) else 0 end) from educations where user_id = profiles.user_id), 0)
      end as integer) as size
    from profiles where id = any(${ids})`;
}

/** Selects the entries, sorted by `from`, newest first, that fit into `limits.profileBytes` together with the profile's own texts. */
export function shownEntries(texts: Array<string | null>, entries: SizedEntry[] = []): Pick<Profile, 'experience' | 'education'> {
  const own = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
  const fits = byteBudget(limits.profileBytes - own);
  const shown: Pick<Profile, 'experience' | 'education'> = { experience: [], education: [] };
  for (const { kind, entry, size } of entries) {
    if (!fits(size)) break;
    if (kind === 'experience') shown.experience.push(entry);
    else shown.education.push(entry);
  }
  return shown;
}
