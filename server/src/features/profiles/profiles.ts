import { avatarPath, type OpenTo, type Profile, type ProfileLink } from '@dev-connector/contract';
import { type Context, perContext } from '../../platform/context.ts';
import { type Reader, readerFor } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { Failure } from '../../platform/errors.ts';
import { fragmentCache, hydrate, type ItemLoader, type State } from '../../platform/lists/fragments.ts';
import { closeJson, closingBrace, type Tagged, withMembers } from '../../platform/lists/json.ts';
import { newest, type Page, type PageQuery, readPage } from '../../platform/lists/keyset.ts';
import { type JsonPage, joinPage, pageCache } from '../../platform/lists/pages.ts';
import { visiblePeople } from '../visibility/policy.ts';
import { listEntries, type SizedEntries } from './entries.ts';
import { type Extent, profileSizes, shownEntries } from './profile-size.ts';

export interface OpenToColumns {
  open_to_work: number | null;
  open_to_mentoring: number | null;
  open_to_collaboration: number | null;
}

export interface ProfileRow extends OpenToColumns {
  id: string;
  user_id: string;
  status: string;
  skills: string;
  headline: string | null;
  pronouns: string | null;
  links: string | null;
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
  handle: string | null;
  hides_drawings: number | null;
}

const columnsWithoutBio = sql`
  p.id, p.user_id, p.status, p.skills, p.headline, p.pronouns, p.links, p.open_to_work, p.open_to_mentoring, p.open_to_collaboration, p.company, p.website,
  p.location, p.githubusername, p.twitter, p.facebook, p.youtube, p.linkedin, p.instagram, p.created_at, u.name, u.handle, u.hides_drawings`;

type MissingProfile = 'profileNotFound' | 'noOwnProfile';

/** Reads a page of all profiles, newest first. */
export const listProfiles = (context: Context, query: PageQuery, extent: Exclude<Extent, 'whole'>): Promise<JsonPage<Profile>> =>
  listPage(
    context,
    extent,
    readPage(
      query,
      newest,
      ({ id }, count) =>
        context.db
          .all<State>`select id, cache_version as version from profiles where id < ${id} order by id desc limit cast(${count} as integer)`,
    ),
  );

/** Returns a page of profiles as JSON. */
export async function listPage(context: Context, extent: Exclude<Extent, 'whole'>, page: Promise<Page<State>>): Promise<JsonPage<Profile>> {
  return joinPage(await hydrate(profileLoader(context, extent), await page), { cache: pageCache(context) });
}

/** Returns a page of profiles with additional members of each. */
export const profilePage = async (
  context: Context,
  extent: Exclude<Extent, 'whole'>,
  page: Page<State>,
  additional: Map<string, object>,
): Promise<JsonPage<Profile>> =>
  joinPage(await hydrate(profileLoader(context, extent), page), { endingOf: (id) => withMembers(additional.get(id), closingBrace) });

/** Returns a user's profile as cached JSON. Throws the failure named by `missing` if the user has no profile. */
export async function profileJson(context: Context, userId: string, missing: MissingProfile): Promise<Tagged<Profile>> {
  const state = await context.db.get<State>`select id, cache_version as version from profiles where user_id = ${userId}`;
  const [profile] = state ? (await hydrate(profileLoader(context, 'whole'), { items: [state] })).items : [];
  if (!profile) throw new Failure(missing);
  return { tag: profile.tag, json: () => closeJson({ json: profile.json, ending: closingBrace }) };
}

/** Bytes of each cache: about 8,000 profiles. */
const cacheBytes = 12_000_000;

const caches = perContext(() => ({ whole: fragmentCache(cacheBytes), listed: fragmentCache(cacheBytes), card: fragmentCache(cacheBytes) }));

/** Loads profiles for `hydrate`. */
export const profileLoader = (context: Context, extent: Extent): ItemLoader => ({
  cache: caches(context)[extent],
  sizes: (ids) => profileSizes(context.db, ids, extent),
  read: (ids, bytes) => readProfiles(readerFor(context.db, bytes), ids, extent),
});

/** Reads profiles by id. */
async function readProfiles(reader: Reader, ids: string[], extent: Extent): Promise<Map<string, Profile>> {
  const isCard = extent === 'card';
  const [rows, entries] = await Promise.all([
    reader.all<ProfileRow>`
      select ${columnsWithoutBio}, case when ${isCard ? 0 : 1} = 1 then p.bio end as bio
      from profiles p join users u on u.id = p.user_id where p.id = any(${ids})`,
    isCard ? undefined : listEntries(reader, ids, extent === 'whole'),
  ]);
  return new Map(rows.map((row) => [row.id, toProfile(row, entries?.get(row.user_id))]));
}

/** Reads a user's profile without the cache, so that it also works inside a transaction. Throws the failure named by `missing` if the user has no profile. */
export async function readProfile(reader: Reader, userId: string, missing: MissingProfile): Promise<Profile> {
  const state = await reader.get<{ id: string }>`select id from profiles where user_id = ${userId}`;
  const profile = state && (await readProfiles(reader, [state.id], 'whole')).get(state.id);
  if (!profile) throw new Failure(missing);
  return profile;
}

/** Reads what the directory shows of these users' profiles, without the cache, by user id. Users without a profile are missing. */
export async function readCards(reader: Reader, userIds: string[]): Promise<Map<string, Profile>> {
  const rows = await reader.all<{ id: string }>`select id from profiles where user_id = any(${userIds})`;
  const cards = await readProfiles(
    reader,
    rows.map(({ id }) => id),
    'card',
  );
  return new Map([...cards.values()].map((card) => [card.user._id, card]));
}

/** Reads what the directory shows of a user's profile, without the cache. Throws `profileNotFound` if the user has none or is being deleted. */
export async function readCard(reader: Reader, userId: string): Promise<Profile> {
  const state = await reader.get<{ id: string }>`
    select p.id from profiles p join ${visiblePeople('members')} u on u.id = p.user_id where p.user_id = ${userId}`;
  const card = state && (await readProfiles(reader, [state.id], 'card')).get(state.id);
  if (!card) throw new Failure('profileNotFound');
  return card;
}

/** Reads a user's profile without its entries, which an export streams separately. Returns undefined if the user has no profile. */
export async function readProfileFields(reader: Reader, userId: string): Promise<Omit<Profile, 'experience' | 'education'> | undefined> {
  const row = await reader.get<ProfileRow>`
    select ${columnsWithoutBio}, p.bio from profiles p join users u on u.id = p.user_id where p.user_id = ${userId}`;
  if (!row) return undefined;
  const { experience, education, ...fields } = toProfile(row);
  return fields;
}

/** The columns with text of the member, which count towards the profile's size. */
const textColumns = [
  'status', 'skills', 'headline', 'pronouns', 'links', 'company', 'website', 'location', 'githubusername', 'bio',
  'twitter', 'facebook', 'youtube', 'linkedin', 'instagram',
] as const; // biome-ignore format: a compact list

function toProfile(row: ProfileRow, entries?: SizedEntries): Profile {
  const texts = textColumns.map((name) => row[name]);
  return {
    _id: row.id,
    user: { _id: row.user_id, name: row.name, handle: row.handle ?? undefined, avatar: avatarPath(row.user_id) },
    status: row.status,
    headline: row.headline || undefined,
    pronouns: row.pronouns || undefined,
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
    links: linksOf(row),
    openTo: openToOf(row),
    ...shownEntries(texts, entries),
    drawings: row.hides_drawings === 1 ? false : undefined,
    date: new Date(row.created_at).toISOString(),
  };
}

/** Parses the column `links`. */
export const linksOf = ({ links }: { links: string | null }): ProfileLink[] => (links ? JSON.parse(links) : []);

export const openToOf = (row: OpenToColumns): OpenTo[] => [
  ...(row.open_to_work ? (['work'] as const) : []),
  ...(row.open_to_mentoring ? (['mentoring'] as const) : []),
  ...(row.open_to_collaboration ? (['collaboration'] as const) : []),
];
