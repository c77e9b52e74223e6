import { type Education, type EducationInput, limits, type Profile } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { groupRows, type Range } from '../feed/group-rows.ts';
import { newId } from '../id.ts';
import { checkPeriod } from './period.ts';
import { changeProfile, type EntryKey, type Sized } from './profile-size.ts';

interface EducationRow {
  id: string;
  user_id: string;
  school: string;
  degree: string;
  fieldofstudy: string | null;
  from_date: string;
  to_date: string | null;
  is_current: number;
  description: string | null;
  /** Length of the entry's texts in UTF-8 bytes. */
  size: number;
}

/**
 * Reads the education of the profiles in a range of profile ids, grouped by user id, newest `from` first. Reads at most `limits.profileBytes` of text per
 * profile; `descriptions` includes the entries' descriptions.
 */
export async function listEducation(
  reader: Reader,
  { newest, oldest }: Range,
  descriptions: boolean,
): Promise<Map<string, Sized<Education>[]>> {
  const described = descriptions ? 1 : 0;
  const rows = await reader.all<EducationRow>`
    select id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, size,
      case when ${described} = 1 then (select description from educations where id = summed.id) end as description
    from (
      select id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, size,
        sum(size) over (partition by user_id order by from_date desc, id desc) as bytes
      from (
        select e.id, e.user_id, e.school, e.degree, e.fieldofstudy, e.from_date, e.to_date, e.is_current,
          octet_length(e.school) + octet_length(e.degree) + coalesce(octet_length(e.fieldofstudy), 0)
            + case when ${described} = 1 then coalesce(octet_length(e.description), 0) else 0 end as size
        from profiles p join educations e on e.user_id = p.user_id where p.id between ${oldest} and ${newest}
      ) measured
    ) summed where bytes <= ${limits.profileBytes} order by user_id, from_date desc, id desc`;
  return groupRows(
    rows,
    (row) => row.user_id,
    (row) => ({ entry: toEducation(row), size: row.size }),
  );
}

/** Reads up to `count` of the member's entries after this key, newest `from` first. An export reads all entries this way, without a size limit. */
export async function exportEducation(reader: Reader, userId: string, after: EntryKey, count: number): Promise<Education[]> {
  const rows = await reader.all<EducationRow>`
    select id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description from educations
    where user_id = ${userId} and (from_date, id) < (${after.from}, ${after._id}) order by from_date desc, id desc limit cast(${count} as integer)`;
  return rows.map(toEducation);
}

/** Adds an education entry to the member's profile and returns the profile. Throws `educationFull` at `limits.entries`. */
export async function addEducation(db: Db, member: Member, input: EducationInput): Promise<Profile> {
  const { school, degree, fieldofstudy, from, description } = input;
  const { to, current } = checkPeriod(input);
  return changeProfile(db, member, async (tx, exists) => {
    if (!exists) throw new Failure('noOwnProfile');
    const held = await tx.get<{ count: number }>`select count(*) as count from educations where user_id = ${member.id}`;
    if (held && held.count >= limits.entries) throw new Failure('educationFull');
    await tx.run`
      insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description)
      values (${newId()}, ${member.id}, ${school}, ${degree}, ${fieldofstudy || null}, ${from}, ${to}, ${current}, ${description || null})`;
  });
}

/** Removes an education entry of the member and returns the profile. Throws `educationNotFound` for another member's entry too. */
export async function removeEducation(db: Db, member: Member, id: string): Promise<Profile> {
  return changeProfile(db, member, async (tx) => {
    if ((await tx.run`delete from educations where id = ${id} and user_id = ${member.id}`) === 0) throw new Failure('educationNotFound');
  });
}

const toEducation = (row: EducationRow): Education => ({
  _id: row.id,
  school: row.school,
  degree: row.degree,
  fieldofstudy: row.fieldofstudy ?? undefined,
  from: row.from_date,
  to: row.to_date ?? undefined,
  current: row.is_current === 1,
  description: row.description ?? undefined,
});
