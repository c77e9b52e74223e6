import { type Education, type Experience, limits, type Profile } from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import { byteBudget } from '../../platform/lists/keyset.ts';

/*
 * `limits.profileBytes` limits the UTF-8 bytes of all texts of a profile, including its entries. Profiles saved before the limit existed may be larger:
 * they are shown up to the limit, and an edit must not make them larger.
 */

/** The parts of a profile to read: `whole` is everything, `listed` omits the entries' descriptions, `card` omits the entries and the bio. */
export type Extent = 'whole' | 'listed' | 'card';

/** An entry and the length of its texts in UTF-8 bytes. */
export interface Sized<Entry> {
  entry: Entry;
  size: number;
}

/** The sort key of an entry in its list. */
export type EntryKey = Pick<Experience, '_id' | 'from'>;

/** Sums the lengths of each profile's texts in the database, so that no text is read. */
export async function profileSizes(reader: Reader, ids: string[], extent: Extent): Promise<Array<{ id: string; size: number }>> {
  const [isCard, isWhole] = [extent === 'card' ? 1 : 0, extent === 'whole' ? 1 : 0];
  return reader.all`
    select id, cast(
      octet_length(status) + octet_length(skills) + coalesce(octet_length(headline), 0) + coalesce(octet_length(pronouns), 0)
      + coalesce(octet_length(links), 0) + coalesce(octet_length(company), 0) + coalesce(octet_length(website), 0)
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

/**
 * Selects the entries that a profile shows: the newest by `from` that fit into `limits.profileBytes` together with the profile's own texts. Preserves the
 * order of each list.
 */
export function shownEntries(
  texts: Array<string | null>,
  { experience, education }: { experience: Array<Sized<Experience>>; education: Array<Sized<Education>> } = {
    experience: [],
    education: [],
  },
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
