import { type Experience, type ExperienceInput, limits, type Profile } from '@dev-connector/contract';
import type { Db, Reader } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { groupRows } from './group-rows.ts';
import type { Member } from './member.ts';
import { checkPeriod } from './period.ts';
import { changedProfile } from './profiles.ts';

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
}

/** The experience of the profiles in a range of profile ids, by user id; the newest `from` first. */
export async function listExperience(
  reader: Reader,
  { newest, oldest }: { newest: string; oldest: string },
): Promise<Map<string, Experience[]>> {
  const rows = await reader.all<ExperienceRow>`
    select e.id, e.user_id, e.title, e.company, e.location, e.from_date, e.to_date, e.is_current, e.description
    from profiles p join experiences e on e.user_id = p.user_id
    where p.id between ${oldest} and ${newest} order by e.user_id, e.from_date desc, e.id desc`;
  return groupRows(rows, (row) => row.user_id, toExperience);
}

/** Adds an entry to the member's profile. */
export async function addExperience(db: Db, member: Member, input: ExperienceInput): Promise<Profile> {
  const { title, company, location, from, description } = input;
  const { to, current } = checkPeriod(input);
  return db.transaction(async (tx) => {
    if (!(await tx.lock`select id from profiles where user_id = ${member.id}`)) throw new Failure('noOwnProfile');
    const held = await tx.get<{ count: number }>`select count(*) as count from experiences where user_id = ${member.id}`;
    if (held && held.count >= limits.entries) throw new Failure('experienceFull');
    await tx.run`
      insert into experiences (id, user_id, title, company, location, from_date, to_date, is_current, description)
      values (${newId()}, ${member.id}, ${title}, ${company}, ${location || null}, ${from}, ${to}, ${current}, ${description || null})`;
    return changedProfile(tx, member);
  });
}

/** Removes an entry of the member's own. */
export async function removeExperience(db: Db, member: Member, id: string): Promise<Profile> {
  return db.transaction(async (tx) => {
    if ((await tx.run`delete from experiences where id = ${id} and user_id = ${member.id}`) === 0) throw new Failure('experienceNotFound');
    return changedProfile(tx, member);
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
