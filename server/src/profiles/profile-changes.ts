import { type EducationInput, type ExperienceInput, limits, type Profile, type ProfileInput } from '@dev-connector/contract';
import { type Member, writeAsMember } from '../accounts/member.ts';
import type { Db, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { checkPeriod } from './period.ts';
import { profileBytes } from './profile-size.ts';
import { readProfile } from './profiles.ts';
import { tidySkills } from './skills.ts';

/** Changes the member's profile, increments its version and returns it. Throws `profileFull` if the change makes it larger than the limit. */
function changeProfile(db: Db, member: Member, change: (tx: Transaction, exists: boolean) => Promise<unknown>): Promise<Profile> {
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

/** Creates or updates the member's profile. An omitted field (null in SQL) keeps its value; `''` clears it. */
export function saveProfile(db: Db, member: Member, input: ProfileInput): Promise<Profile> {
  return changeProfile(db, member, (tx) => writeProfile(tx, member, input));
}

/** Writes the profile's own columns. Call it inside `changeProfile`, which checks the size and increments the version. */
export async function writeProfile(tx: Transaction, member: Member, input: ProfileInput): Promise<void> {
  const { status, skills, company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram } = input;
  await tx.run`
    insert into profiles (id, user_id, status, skills, company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram, created_at)
    values (${newId()}, ${member.id}, ${status}, ${JSON.stringify(tidySkills(skills))}, ${company ?? null}, ${website ?? null}, ${location ?? null},
      ${githubusername ?? null}, ${bio ?? null}, ${twitter ?? null}, ${facebook ?? null}, ${youtube ?? null}, ${linkedin ?? null}, ${instagram ?? null},
      ${Date.now()})
    on conflict (user_id) do update set
      status = excluded.status,
      skills = excluded.skills,
      company = coalesce(excluded.company, profiles.company),
      website = coalesce(excluded.website, profiles.website),
      location = coalesce(excluded.location, profiles.location),
      githubusername = coalesce(excluded.githubusername, profiles.githubusername),
      bio = coalesce(excluded.bio, profiles.bio),
      twitter = coalesce(excluded.twitter, profiles.twitter),
      facebook = coalesce(excluded.facebook, profiles.facebook),
      youtube = coalesce(excluded.youtube, profiles.youtube),
      linkedin = coalesce(excluded.linkedin, profiles.linkedin),
      instagram = coalesce(excluded.instagram, profiles.instagram)`;
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
