import { type Education, type EducationInput, limits, type Profile } from '@dev-connector/contract';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { groupRows } from './group-rows.ts';
import type { Member } from './member.ts';
import { checkPeriod } from './period.ts';
import { changedProfile } from './profiles.ts';

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
}

/** The education of the profiles in a range of profile ids, by user id; the newest `from` first. */
export async function listEducation(
  reader: Reader,
  { newest, oldest }: { newest: string; oldest: string },
): Promise<Map<string, Education[]>> {
  const rows = await reader.all<EducationRow>`
    select e.id, e.user_id, e.school, e.degree, e.fieldofstudy, e.from_date, e.to_date, e.is_current, e.description
    from profiles p join educations e on e.user_id = p.user_id
    where p.id between ${oldest} and ${newest} order by e.user_id, e.from_date desc, e.id desc`;
  return groupRows(rows, (row) => row.user_id, toEducation);
}

/** Adds an entry to the member's profile. */
export async function addEducation(db: Db, member: Member, input: EducationInput): Promise<Profile> {
  const { school, degree, fieldofstudy, from, description } = input;
  const { to, current } = checkPeriod(input);
  return db.transaction(async (tx) => {
    if (!(await tx.lock`select id from profiles where user_id = ${member.id}`)) throw new Failure('noOwnProfile');
    const held = await tx.get<{ count: number }>`select count(*) as count from educations where user_id = ${member.id}`;
    if (held && held.count >= limits.entries) throw new Failure('educationFull');
    await tx.run`
      insert into educations (id, user_id, school, degree, fieldofstudy, from_date, to_date, is_current, description)
      values (${newId()}, ${member.id}, ${school}, ${degree}, ${fieldofstudy || null}, ${from}, ${to}, ${current}, ${description || null})`;
    return changedProfile(tx, member);
  });
}

/** Removes an entry of the member's own. */
export async function removeEducation(db: Db, member: Member, id: string): Promise<Profile> {
  return db.transaction(async (tx) => {
    if ((await tx.run`delete from educations where id = ${id} and user_id = ${member.id}`) === 0) throw new Failure('educationNotFound');
    return changedProfile(tx, member);
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
