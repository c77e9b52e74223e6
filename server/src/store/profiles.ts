import type { Education, Experience, Profile, ProfileInput } from '@dev-connector/contract';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { newId } from '../id.ts';
import { listEducation } from './education.ts';
import { listExperience } from './experience.ts';
import { type Member, writeAsMember } from './member.ts';
import { type Page, type PageQuery, readPage } from './page.ts';
import { tidySkills } from './skills.ts';

interface ProfileRow {
  id: string;
  user_id: string;
  status: string;
  skills: string;
  company: string | null;
  website: string | null;
  location: string | null;
  githubusername: string | null;
  bio: string | null;
  twitter: string | null;
  facebook: string | null;
  youtube: string | null;
  linkedin: string | null;
  instagram: string | null;
  created_at: number;
  name: string;
  avatar: string;
}

/** A page of profiles, newest first. */
export async function listProfiles(db: Db, query: PageQuery): Promise<Page<Profile>> {
  const { items, next } = await readPage(
    query,
    (before, count) => db.all<ProfileRow>`
      select p.id, p.user_id, p.status, p.skills, p.company, p.website, p.location, p.githubusername, p.bio, p.twitter, p.facebook, p.youtube, p.linkedin,
        p.instagram, p.created_at, u.name, u.avatar
      from profiles p join users u on u.id = p.user_id
      where p.id < ${before} order by p.id desc limit ${count}`,
  );
  // A page is one run of ids: its experience and education are found by that range, whatever the page's length.
  const range = { newest: items[0]?.id ?? '', oldest: items.at(-1)?.id ?? '' };
  const [experience, education] = await Promise.all([listExperience(db, range), listEducation(db, range)]);
  return { items: items.map((row) => toProfile(row, experience.get(row.user_id), education.get(row.user_id))), next };
}

/** A user's profile; `missing` names the failure when there is none. */
export async function readProfile(reader: Reader, userId: string, missing: 'profileNotFound' | 'noOwnProfile'): Promise<Profile> {
  const row = await reader.get<ProfileRow>`
    select p.id, p.user_id, p.status, p.skills, p.company, p.website, p.location, p.githubusername, p.bio, p.twitter, p.facebook, p.youtube, p.linkedin,
      p.instagram, p.created_at, u.name, u.avatar
    from profiles p join users u on u.id = p.user_id where p.user_id = ${userId}`;
  if (!row) throw new Failure(missing);
  const range = { newest: row.id, oldest: row.id };
  const [experience, education] = await Promise.all([listExperience(reader, range), listEducation(reader, range)]);
  return toProfile(row, experience.get(userId), education.get(userId));
}

/** Creates or updates the member's profile: a field left out (null here) stays as it was, `''` is stored and means 'none'. What is kept of the skills says skills.ts. */
export function saveProfile(db: Db, member: Member, input: ProfileInput): Promise<Profile> {
  return writeAsMember(db, async (tx) => {
    await writeProfile(tx, member, input);
    return readProfile(tx, member.id, 'noOwnProfile');
  });
}

/** The same as a part of a larger change. */
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

function toProfile(row: ProfileRow, experience: Experience[] = [], education: Education[] = []): Profile {
  return {
    _id: row.id,
    user: { _id: row.user_id, name: row.name, avatar: row.avatar },
    status: row.status,
    company: row.company || undefined,
    website: row.website || undefined,
    location: row.location || undefined,
    skills: JSON.parse(row.skills),
    githubusername: row.githubusername || undefined,
    bio: row.bio || undefined,
    social: {
      twitter: row.twitter || undefined,
      facebook: row.facebook || undefined,
      youtube: row.youtube || undefined,
      linkedin: row.linkedin || undefined,
      instagram: row.instagram || undefined,
    },
    experience,
    education,
    date: new Date(row.created_at).toISOString(),
  };
}
