import type { Education, Experience, Profile, ProfileInput } from '@dev-connector/contract';
import type { Member } from '../accounts/member.ts';
import type { Context } from '../context.ts';
import type { Db, Reader, Transaction } from '../db/db.ts';
import { Failure } from '../errors.ts';
import { fragments, type State } from '../feed/fragments.ts';
import type { Range } from '../feed/group-rows.ts';
import { type Tagged, toJson } from '../feed/json.ts';
import { cursorAfter, type JsonPage, type PageQuery, readPage } from '../feed/keyset.ts';
import { listCache } from '../feed/list-cache.ts';
import { newId } from '../id.ts';
import { listEntries } from './entries.ts';
import { changeProfile, type Sized, shownEntries } from './profile-size.ts';
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

/** The parts of a profile to read: `whole` is everything, `listed` omits the entries' descriptions, `card` omits the entries and the bio. */
export type Extent = 'whole' | 'listed' | 'card';

/** Cache size for single profiles in bytes, per extent: about 8,000 profiles of typical length. */
const held = 12_000_000;
/** Cache size for pages of the directory in bytes, per extent. */
const heldPages = 4_000_000;

const choice = () => ({ fragments: fragments<Profile>(held), pages: listCache<Profile>(heldPages) });

/** Creates the caches of profiles: one per extent. */
export const profileCache = () => ({ whole: choice(), listed: choice(), card: choice() });

export type ProfileCache = ReturnType<typeof profileCache>;

/** Reads a page of profiles, newest first. */
export async function listProfiles(context: Context, query: PageQuery, extent: Exclude<Extent, 'whole'>): Promise<JsonPage<Profile>> {
  const { items, next } = await readPage(
    query,
    (before, count) =>
      context.db.all<State>`select id, version from profiles where id < ${before} order by id desc limit cast(${count} as integer)`,
  );
  const { json, tag, states, cut } = await context.cache.profiles[extent].pages(items, async (states) =>
    (await profileFragments(context, states, extent)).map((profile) => profile?.json),
  );
  return { json, tag, next: cut ? cursorAfter(states) : next };
}

/** Returns a user's profile as cached JSON. Throws the failure named by `missing` if the user has no profile. */
export async function profileJson(context: Context, userId: string, missing: 'profileNotFound' | 'noOwnProfile'): Promise<Tagged<Profile>> {
  const state = await context.db.get<State>`select id, version from profiles where user_id = ${userId}`;
  const [profile] = state ? await profileFragments(context, [state], 'whole') : [];
  if (!profile) throw new Failure(missing);
  return profile;
}

/** Returns the JSON of profiles from the cache or the database. `states` must be sorted by id, newest first. A profile deleted in the meantime is undefined. */
async function profileFragments(
  { db, cache: { profiles } }: Context,
  states: State[],
  extent: Extent,
): Promise<Array<Tagged<Profile> | undefined>> {
  const cache = profiles[extent].fragments;
  const found = states.map(({ id, version }) => cache.get(id, version));
  const missing = states.filter((_, index) => !found[index]);
  if (missing.length > 0) {
    const read = await readRange(db, { newest: missing[0]?.id ?? '', oldest: missing.at(-1)?.id ?? '' }, extent);
    for (const [index, { id, version }] of states.entries()) {
      const profile = found[index] ? undefined : read.get(id);
      if (profile) found[index] = cache.set(id, version, toJson(profile));
    }
  }
  return found;
}

/** Reads the profiles in a range of ids, by id. */
async function readRange(reader: Reader, range: Range, extent: Extent): Promise<Map<string, Profile>> {
  const isCard = extent === 'card';
  const [rows, experience, education] = await Promise.all([
    reader.all<ProfileRow>`
      select p.id, p.user_id, p.status, p.skills, p.company, p.website, p.location, p.githubusername, p.twitter, p.facebook, p.youtube, p.linkedin,
        p.instagram, p.created_at, u.name, u.avatar, case when ${isCard ? 0 : 1} = 1 then p.bio end as bio
      from profiles p join users u on u.id = p.user_id where p.id between ${range.oldest} and ${range.newest}`,
    isCard ? undefined : listEntries(reader, 'experience', range, extent === 'whole'),
    isCard ? undefined : listEntries(reader, 'education', range, extent === 'whole'),
  ]);
  return new Map(rows.map((row) => [row.id, toProfile(row, experience?.get(row.user_id), education?.get(row.user_id))]));
}

/** Reads a user's profile without the cache, so that it also works inside a transaction. Throws the failure named by `missing` if the user has no profile. */
export async function readProfile(reader: Reader, userId: string, missing: 'profileNotFound' | 'noOwnProfile'): Promise<Profile> {
  const state = await reader.get<{ id: string }>`select id from profiles where user_id = ${userId}`;
  const profile = state && (await readRange(reader, { newest: state.id, oldest: state.id }, 'whole')).get(state.id);
  if (!profile) throw new Failure(missing);
  return profile;
}

/** Reads a user's profile without its entries, which an export streams separately. Returns undefined if the user has no profile. */
export async function readProfileFields(reader: Reader, userId: string): Promise<Omit<Profile, 'experience' | 'education'> | undefined> {
  const row = await reader.get<ProfileRow>`
    select p.id, p.user_id, p.status, p.skills, p.company, p.website, p.location, p.githubusername, p.bio, p.twitter, p.facebook, p.youtube, p.linkedin,
      p.instagram, p.created_at, u.name, u.avatar
    from profiles p join users u on u.id = p.user_id where p.user_id = ${userId}`;
  if (!row) return undefined;
  const { experience, education, ...fields } = toProfile(row);
  return fields;
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

function toProfile(row: ProfileRow, experience?: Array<Sized<Experience>>, education?: Array<Sized<Education>>): Profile {
  const { status, skills, company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram } = row;
  const texts = [status, skills, company, website, location, githubusername, bio, twitter, facebook, youtube, linkedin, instagram];
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
    ...shownEntries(texts, experience, education),
    date: new Date(row.created_at).toISOString(),
  };
}
