import {
  linkName,
  networkNames,
  type Profile,
  type ProfileResume,
  resumeSchema,
  resumeVersion,
  socialNetworks,
} from '@dev-connector/contract';
import type { Reader } from '../../platform/db/db.ts';
import { truncateDate } from '../profiles/partial-date.ts';
import { readProfile } from '../profiles/profiles.ts';
import { githubAddress } from './import/networks.ts';

/** Returns a user's profile as a JSON Resume (contract/src/resume/resume.ts defines the mapping). Throws `profileNotFound` if there is no profile. */
export async function readProfileAsResume(reader: Reader, userId: string, origin: string): Promise<ProfileResume> {
  return toResume(await readProfile(reader, userId, 'profileNotFound'), origin);
}

function toResume(profile: Profile, origin: string): ProfileResume {
  const { user, status, headline, pronouns, openTo, company, website, location, bio, skills } = profile;
  return {
    $schema: resumeSchema,
    basics: {
      name: user.name,
      label: headline ?? status,
      image: origin + user.avatar,
      url: website,
      summary: bio,
      location: location === undefined ? undefined : { city: location },
      profiles: profilesOf(profile),
      'x-company': company ?? '',
      ...(headline !== undefined && { 'x-status': status, 'x-headline': headline }),
      'x-pronouns': pronouns,
      ...(openTo.length > 0 && { 'x-open-to': openTo }),
      ...(profile.drawings === false && { 'x-drawings': false }),
    },
    work: profile.experience.map((entry) => ({
      name: entry.company,
      location: entry.location,
      position: entry.title,
      ...datesOf(entry),
      summary: entry.description,
    })),
    education: profile.education.map((entry) => ({
      institution: entry.school,
      area: entry.fieldofstudy,
      studyType: entry.degree,
      ...datesOf(entry),
      'x-description': entry.description,
    })),
    skills: skills.map((name) => ({ name })),
    meta: { version: resumeVersion },
  };
}

function profilesOf({ githubusername, social, links }: Profile) {
  return [
    ...(githubusername ? [{ network: 'GitHub', username: githubusername, url: githubAddress + githubusername }] : []),
    ...socialNetworks.flatMap((network) => (social[network] ? [{ network: networkNames[network], url: social[network] }] : [])),
    ...links.map((link) => ({ network: linkName(link), url: link.url })),
  ];
}

/** An entry's dates, as in a profile. */
type Dates = Pick<Profile['experience'][number], 'from' | 'fromPrecision' | 'to' | 'toPrecision' | 'current'>;

/** Returns an entry's dates with the precision that is known. In JSON Resume, an entry without an end date is ongoing. */
export function datesOf({ from, fromPrecision, to, toPrecision, current }: Dates) {
  const startDate = truncateDate(from, fromPrecision);
  if (to !== undefined) return { startDate, endDate: truncateDate(to, toPrecision) };
  return current ? { startDate } : { startDate, 'x-current': false };
}
