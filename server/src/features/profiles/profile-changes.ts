import { limits, linkName, type OpenTo, type Profile, type ProfileInput } from '@dev-connector/contract';
import type { Context } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/db.ts';
import { Failure } from '../../platform/errors.ts';
import type { Events } from '../../platform/events/events.ts';
import { splitList } from '../../platform/http/schemas/comma-list.ts';
import { newId } from '../../platform/id.ts';
import type { Member } from '../../platform/member.ts';
import { writeAsMember } from '../accounts/member.ts';
import { type EntryKind, type Inputs, tables } from './entries.ts';
import { checkPeriod } from './period.ts';
import { profileSizes } from './profile-size.ts';
import { readProfile } from './profiles.ts';
import { countSkills, lockSkills } from './skills.ts';

declare module '../../platform/events/events.ts' {
  interface EventPayloads {
    /** A profile, or the name in it, was changed or deleted. `profileId` is undefined if the user has none. */
    'profile.changed': { userId: string; profileId: string | undefined };
    /** A member saved their profile. `githubusername` is undefined if the member left it as it was. */
    'profile.saved': { userId: string; githubusername: string | undefined };
    /** A member changed the headline of their profile. */
    'user.headlineChanged': { userId: string };
  }
}

/** Keeps profiles consistent with their accounts. */
export function registerProfiles({ events }: Context): void {
  events.on('user.renamed', (tx, { userId }) => touchProfile(tx, events, userId));
  events.on('user.handleChanged', (tx, { userId }) => touchProfile(tx, events, userId));
  events.on('user.drawingsChanged', (tx, { userId }) => touchProfile(tx, events, userId));
  events.on('user.deleted', (tx, { userId }) => deleteProfile(tx, events, userId));
}

/** Changes the member's profile, increments its version and returns it. Throws `profileFull` if the change makes it larger than the limit. */
function changeProfile(
  { db, events }: Context,
  member: Member,
  change: (tx: Transaction, exists: boolean) => Promise<unknown>,
): Promise<Profile> {
  return writeAsMember(db, member, (tx) => changeProfileIn(tx, events, member, (exists) => change(tx, exists)));
}

/** Does the same as `changeProfile` inside an existing transaction. */
export async function changeProfileIn(
  tx: Transaction,
  events: Events,
  member: Member,
  change: (exists: boolean) => Promise<unknown>,
): Promise<Profile> {
  const lock = () => tx.lock<{ id: string }>`select id from profiles where user_id = ${member.id}`;
  let existing = await lock();
  if (!existing) {
    // Without a row of the profile, concurrent requests would both start with an empty one.
    await tx.lock`select id from users where id = ${member.id}`;
    existing = await lock();
  }
  const sizeOf = async (id: string) => (await profileSizes(tx, [id], 'whole'))[0]?.size ?? 0;
  const before = existing ? await sizeOf(existing.id) : 0;
  await change(existing !== undefined);
  await touchProfile(tx, events, member.id);
  const profile = await readProfile(tx, member.id, 'noOwnProfile');
  const after = await sizeOf(profile._id);
  if (after > limits.profileBytes && after > before) throw new Failure('profileFull');
  return profile;
}

/** Invalidates the cached JSON of a user's profile. Call it in every transaction that changes what the profile shows. */
async function touchProfile(tx: Transaction, events: Events, userId: string): Promise<void> {
  const [profile] = await tx.all<{ id: string }>`
    update profiles set cache_version = cache_version + 1 where user_id = ${userId} returning id`;
  await events.publish(tx, 'profile.changed', { userId, profileId: profile?.id });
}

async function deleteProfile(tx: Transaction, events: Events, userId: string): Promise<void> {
  await countSkills(tx, await lockSkills(tx, userId), []);
  const [profile] = await tx.all<{ id: string }>`delete from profiles where user_id = ${userId} returning id`;
  if (profile) await events.publish(tx, 'profile.changed', { userId, profileId: profile.id });
}

/** Creates or updates the member's profile. An omitted field (null in SQL) keeps its value; `''` clears it. */
export function saveProfile(context: Context, member: Member, input: ProfileInput): Promise<Profile> {
  return changeProfile(context, member, (tx) => writeProfile(tx, context.events, member, input));
}

/** Writes the profile's own columns. Call it inside `changeProfile`, which checks the size and increments the version. */
export async function writeProfile(tx: Transaction, events: Events, member: Member, input: ProfileInput): Promise<void> {
  const skills = splitList(input.skills);
  await countSkills(tx, await lockSkills(tx, member.id), skills);
  const before = await tx.get<{ headline: string | null }>`select headline from profiles where user_id = ${member.id}`;
  await tx.run`
    insert into profiles (id, user_id, status, skills, headline, pronouns, links, open_to_work, open_to_mentoring, open_to_collaboration,
      company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram, created_at)
    values (${newId()}, ${member.id}, ${input.status}, ${JSON.stringify(skills)}, ${input.headline ?? null}, ${input.pronouns ?? null},
      ${linksColumn(input.links)}, ${flag(input.openTo, 'work')}, ${flag(input.openTo, 'mentoring')}, ${flag(input.openTo, 'collaboration')},
      ${input.company ?? null}, ${input.website ?? null}, ${input.location ?? null}, ${input.githubusername ?? null}, ${input.bio ?? null},
      ${input.twitter ?? null}, ${input.facebook ?? null}, ${input.youtube ?? null}, ${input.linkedin ?? null}, ${input.instagram ?? null},
      ${Date.now()})
    on conflict (user_id) do update set
      status = excluded.status,
      skills = excluded.skills,
      headline = coalesce(excluded.headline, profiles.headline),
      pronouns = coalesce(excluded.pronouns, profiles.pronouns),
      links = coalesce(excluded.links, profiles.links),
      open_to_work = coalesce(excluded.open_to_work, profiles.open_to_work),
      open_to_mentoring = coalesce(excluded.open_to_mentoring, profiles.open_to_mentoring),
      open_to_collaboration = coalesce(excluded.open_to_collaboration, profiles.open_to_collaboration),
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
  if (input.headline !== undefined && input.headline !== (before?.headline ?? ''))
    await events.publish(tx, 'user.headlineChanged', { userId: member.id });
  await events.publish(tx, 'profile.saved', { userId: member.id, githubusername: input.githubusername });
}

/** Drops repeated addresses, and labels that `linkName` returns without them. */
function linksColumn(links: ProfileInput['links']): string | null {
  if (!links) return null;
  const byUrl = new Map(links.map(({ label, url }) => [url, label && label !== linkName({ url }) ? { label, url } : { url }]));
  return JSON.stringify([...byUrl.values()]);
}
const flag = (openTo: string[] | undefined, value: OpenTo) => (openTo ? Number(openTo.includes(value)) : null);

/** Adds an entry to the member's profile and returns the profile. Throws `experienceFull` or `educationFull` at `limits.entries`. */
export async function addEntry<K extends EntryKind>(context: Context, member: Member, kind: K, input: Inputs[K]): Promise<Profile> {
  const table = tables[kind];
  const period = checkPeriod(input);
  return changeProfile(context, member, async (tx, exists) => {
    if (!exists) throw new Failure('noOwnProfile');
    const existing = await tx.get<{ count: number }>`select count(*) as count from ${table.name} where user_id = ${member.id}`;
    if (existing && existing.count >= limits.entries) throw new Failure(table.full);
    await table.insert(tx, member.id, { ...input, ...period });
  });
}

/** Replaces an entry of the member and returns the profile. Throws `experienceNotFound` or `educationNotFound` if the member has no such entry. */
export async function replaceEntry<K extends EntryKind>(
  context: Context,
  member: Member,
  kind: K,
  id: string,
  input: Inputs[K],
): Promise<Profile> {
  const table = tables[kind];
  const period = checkPeriod(input);
  return changeProfile(context, member, async (tx, exists) => {
    if (!exists) throw new Failure('noOwnProfile');
    if ((await table.replace(tx, member.id, id, { ...input, ...period })) === 0) throw new Failure(table.notFound);
  });
}

/**
 * Removes an entry of the member and returns the profile, also if the entry is gone already, so that a repeat succeeds. Throws `experienceNotFound` or
 * `educationNotFound` for an entry of another member.
 */
export async function removeEntry(context: Context, member: Member, kind: EntryKind, id: string): Promise<Profile> {
  const table = tables[kind];
  return changeProfile(context, member, async (tx) => {
    const removed = await tx.run`delete from ${table.name} where id = ${id} and user_id = ${member.id}`;
    if (removed === 0 && (await tx.get`select id from ${table.name} where id = ${id}`)) throw new Failure(table.notFound);
  });
}
