import { networkNames, type Profile, type ProfileResume, resumeSchema, resumeVersion, socialNetworks } from '@dev-connector/contract';
import type { Reader } from '../db/db.ts';
import { readProfile } from '../profiles/profiles.ts';
import { githubAddress } from './import/networks.ts';
import { type Precision, truncateDate } from './partial-date.ts';

/** Returns a user's profile as a JSON Resume (contract/src/resume.ts defines the mapping). Throws `profileNotFound` if there is no profile. */
export async function readProfileAsResume(reader: Reader, userId: string, origin: string): Promise<ProfileResume> {
  const profile = await readProfile(reader, userId, 'profileNotFound');
  return toResume(profile, await readKnownDates(reader, userId), origin);
}

export interface KnownDatesRow {
  id: string;
  from_precision: Precision;
  to_precision: Precision;
}
/** The precision of entries' dates by entry id. Entries that are not in the map have exact dates. */
export type KnownDates = Map<string, KnownDatesRow>;

export async function readKnownDates(reader: Reader, userId: string): Promise<KnownDates> {
  const rows = await reader.all<KnownDatesRow>`
    select id, from_precision, to_precision from experiences
    where user_id = ${userId} and (from_precision is not null or to_precision is not null)
    union all
    select id, from_precision, to_precision from educations
    where user_id = ${userId} and (from_precision is not null or to_precision is not null)`;
  return new Map(rows.map((row) => [row.id, row]));
}

function toResume(profile: Profile, known: KnownDates, origin: string): ProfileResume {
  const { user, status, company, website, location, bio, skills } = profile;
  return {
    $schema: resumeSchema,
    basics: {
      name: user.name,
      label: status,
      image: origin + user.avatar,
      url: website,
      summary: bio,
      location: location === undefined ? undefined : { city: location },
      profiles: profilesOf(profile),
      'x-company': company ?? '',
    },
    work: profile.experience.map((entry) => ({
      name: entry.company,
      location: entry.location,
      position: entry.title,
      ...datesOf(entry, known.get(entry._id)),
      summary: entry.description,
    })),
    education: profile.education.map((entry) => ({
      institution: entry.school,
      area: entry.fieldofstudy,
      studyType: entry.degree,
      ...datesOf(entry, known.get(entry._id)),
      'x-description': entry.description,
    })),
    skills: skills.map((name) => ({ name })),
    meta: { version: resumeVersion },
  };
}

function profilesOf({ githubusername, social }: Profile) {
  const links = socialNetworks.flatMap((network) => (social[network] ? [{ network: networkNames[network], url: social[network] }] : []));
  return githubusername ? [{ network: 'GitHub', username: githubusername, url: githubAddress + githubusername }, ...links] : links;
}

/** Returns an entry's dates with the precision that is known. In JSON Resume, an entry without an end date is ongoing. */
export function datesOf(entry: { from: string; to?: string | undefined; current: boolean }, known?: KnownDatesRow) {
  const startDate = truncateDate(entry.from, known?.from_precision ?? null);
  if (entry.to !== undefined) return { startDate, endDate: truncateDate(entry.to, known?.to_precision ?? null) };
  return entry.current ? { startDate } : { startDate, 'x-current': false };
}
