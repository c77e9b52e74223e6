import { type Experience, type ExperienceInput, limits, type Profile } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { groupRows, type Range } from '../feed/group-rows.ts';
import { newId } from '../id.ts';
import { checkPeriod } from './period.ts';
import { changeProfile, type EntryKey, type Sized } from './profile-size.ts';

interface ExperienceRow {
  id: string;
  user_id: string;
  title: string;
  company: string;
  location: string | null;
  from_date: string;
  to_date: string | null;
  is_current: number;
  description: string | null;
  /** Length of the entry's texts in UTF-8 bytes. */
  size: number;
}

/**
 * Reads the experience of the profiles in a range of profile ids, grouped by user id, newest `from` first. Reads at most `limits.profileBytes` of text per
 * profile; `descriptions` includes the entries' descriptions.
 */
export async function listExperience(
  reader: Reader,
  { newest, oldest }: Range,
  descriptions: boolean,
): Promise<Map<string, Sized<Experience>[]>> {
  const described = descriptions ? 1 : 0;
  const rows = await reader.all<ExperienceRow>`
    select id, user_id, title, company, location, from_date, to_date, is_current, size,
      case when ${described} = 1 then (select description from experiences where id = summed.id) end as description
    from (
      select id, user_id, title, company, location, from_date, to_date, is_current, size,
        sum(size) over (partition by user_id order by from_date desc, id desc) as bytes
      from (
        select e.id, e.user_id, e.title, e.company, e.location, e.from_date, e.to_date, e.is_current,
          octet_length(e.title) + octet_length(e.company) + coalesce(octet_length(e.location), 0)
            + case when ${described} = 1 then coalesce(octet_length(e.description), 0) else 0 end as size
        from profiles p join experiences e on e.user_id = p.user_id where p.id between ${oldest} and ${newest}
      ) measured
    ) summed where bytes <= ${limits.profileBytes} order by user_id, from_date desc, id desc`;
  return groupRows(
    rows,
    (row) => row.user_id,
    (row) => ({ entry: toExperience(row), size: row.size }),
  );
}

/** Reads up to `count` of the member's entries after this key, newest `from` first. An export reads all entries this way, without a size limit. */
export async function exportExperience(reader: Reader, userId: string, after: EntryKey, count: number): Promise<Experience[]> {
  const rows = await reader.all<ExperienceRow>`
    select id, user_id, title, company, location, from_date, to_date, is_current, description from experiences
    where user_id = ${userId} and (from_date, id) < (${after.from}, ${after._id}) order by from_date desc, id desc limit cast(${count} as integer)`;
  return rows.map(toExperience);
}

/** Adds an experience entry to the member's profile and returns the profile. Throws `experienceFull` at `limits.entries`. */
export async function addExperience(db: Db, member: Member, input: ExperienceInput): Promise<Profile> {
  const { title, company, location, from, description } = input;
  const { to, current } = checkPeriod(input);
  return changeProfile(db, member, async (tx, exists) => {
    if (!exists) throw new Failure('noOwnProfile');
    const held = await tx.get<{ count: number }>`select count(*) as count from experiences where user_id = ${member.id}`;
    if (held && held.count >= limits.entries) throw new Failure('experienceFull');
    await tx.run`
      insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description)
      values (${newId()}, ${member.id}, ${title}, ${company}, ${location || null}, ${from}, ${to}, ${current}, ${description || null})`;
  });
}

/** Removes an experience entry of the member and returns the profile. Throws `experienceNotFound` for another member's entry too. */
export async function removeExperience(db: Db, member: Member, id: string): Promise<Profile> {
  return changeProfile(db, member, async (tx) => {
    if ((await tx.run`delete from experiences where id = ${id} and user_id = ${member.id}`) === 0) throw new Failure('experienceNotFound');
  });
}

const toExperience = (row: ExperienceRow): Experience => ({
  _id: row.id,
  title: row.title,
  company: row.company,
  location: row.location ?? undefined,
  from: row.from_date,
  to: row.to_date ?? undefined,
  current: row.is_current === 1,
  description: row.description ?? undefined,
});
