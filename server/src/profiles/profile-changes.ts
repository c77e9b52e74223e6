import { limits, type Profile, type ProfileInput } from '@dev-connector/contract';
import { type Member, writeAsMember } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import type { Db, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import type { Events } from '../events/events.ts';
import { newId } from '../id.ts';
import { type Inputs, type Kind, tables } from './entries.ts';
import { checkPeriod } from './period.ts';
import { profileSizes } from './profile-size.ts';
import { readProfile } from './profiles.ts';
import { tidySkills } from './skills.ts';

/** Changes the member's profile, increments its version and returns it. Throws `profileFull` if the change makes it larger than the limit. */
function changeProfile(db: Db, member: Member, change: (tx: Transaction, exists: boolean) => Promise<unknown>): Promise<Profile> {
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

/** Creates or updates the member's profile. An omitted field (null in SQL) keeps its value; `''` clears it. */
export function saveProfile({ db, events }: Context, member: Member, input: ProfileInput): Promise<Profile> {
  return changeProfile(db, member, (tx) => writeProfile(tx, events, member, input));
}

/** Writes the profile's own columns. Call it inside `changeProfile`, which checks the size and increments the version. */
export async function writeProfile(tx: Transaction, events: Events, member: Member, input: ProfileInput): Promise<void> {
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
  await events.publish(tx, { type: 'profile.saved', userId: member.id, githubusername });
}

/** Adds an entry to the member's profile and returns the profile. Throws `experienceFull` or `educationFull` at `limits.entries`. */
export async function addEntry<K extends Kind>(db: Db, member: Member, kind: K, input: Inputs[K]): Promise<Profile> {
  const table = tables[kind];
  const period = checkPeriod(input);
  return changeProfile(db, member, async (tx, exists) => {
    if (!exists) throw new Failure('noOwnProfile');
    const existing = await table.count(tx, member.id);
    if (existing && existing.count >= limits.entries) throw new Failure(table.full);
    await table.insert(tx, member.id, { ...input, ...period });
  });
}

/**
 * Removes an entry of the member and returns the profile, also if the entry is gone already, so that a repeat succeeds. Throws `experienceNotFound` or
 * `educationNotFound` for an entry of another member.
 */
export async function removeEntry(db: Db, member: Member, kind: Kind, id: string): Promise<Profile> {
  const table = tables[kind];
  return changeProfile(db, member, async (tx) => {
    if ((await table.remove(tx, member.id, id)) === 0 && (await table.find(tx, id))) throw new Failure(table.notFound);
  });
}
