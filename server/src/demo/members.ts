import { type OpenTo, openToOptions, type ProfileLink } from '@dev-connector/contract';
import { foldLetters } from '../platform/text/normalise.ts';
import { type Calendar, hour, monthDay } from './calendar.ts';
import { companies, degrees, fields, places, schools, skills, statuses, titles } from './people.ts';
import type { Random } from './random.ts';
import { writeBio, writeDuties } from './writing.ts';

export interface Member {
  id: string;
  name: string;
  email: string;
  /** Milliseconds since 1970. */
  joined: number;
  /** A few members have no profile. */
  profile?: Profile | undefined;
}

interface Profile {
  id: string;
  created: number;
  status: string;
  headline?: string | undefined;
  pronouns?: string | undefined;
  links: ProfileLink[];
  openTo: OpenTo[];
  skills: string[];
  company?: string | undefined;
  location: string;
  website?: string | undefined;
  githubusername?: string | undefined;
  bio?: string | undefined;
  social: { twitter?: string; youtube?: string; linkedin?: string };
  experience: Experience[];
  education: Education[];
}

/** Dates are `YYYY-MM-DD`; without `to` it is current. */
interface Experience {
  id: string;
  title: string;
  company: string;
  location: string;
  from: string;
  to?: string | undefined;
  description?: string | undefined;
}

interface Education {
  id: string;
  school: string;
  degree: string;
  fieldofstudy: string;
  from: string;
  to?: string | undefined;
  description?: string | undefined;
}

/** Generates members, sorted by the time of joining. The first one has the e-mail demo@example.com and a profile. */
export function makeMembers(random: Random, count: number, calendar: Calendar): Member[] {
  const addressCounts = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const joined = Math.floor(calendar.first + (index / count) * (calendar.allJoined - calendar.first) + random.next() * hour);
    const origin = random.pick(places);
    const [first = '', firstLatin = first] = random.pick(origin.first).split('/');
    const [last = '', lastLatin = last] = random.pick(origin.last).split('/');
    const name = firstLatin === first ? `${first} ${last}` : `${last} ${first}`;
    const address = `${plain(firstLatin)}.${plain(lastLatin)}`;
    const namesakes = addressCounts.get(address) ?? 0;
    addressCounts.set(address, namesakes + 1);
    const handle = index === 0 ? 'demo' : namesakes === 0 ? address : `${address}${namesakes + 1}`;
    const profile =
      index === 0 || index % 20 === 7 || random.chance(0.93)
        ? makeProfile(random, {
            handle,
            town: random.pick(origin.towns),
            joined,
            skillful: index % 20 === 7,
            lastMonth: calendar.lastMonth,
          })
        : undefined;
    return { id: random.id(joined), name, email: `${handle}@example.com`, joined, profile };
  });
}

/** Removes diacritics and everything but letters, for an e-mail address. */
const plain = (name: string): string => foldLetters(name).replace(/[^a-z]/g, '');

interface Start {
  handle: string;
  town: string;
  joined: number;
  skillful: boolean;
  /** The current month, as in `Calendar`. */
  lastMonth: number;
}

function makeProfile(random: Random, { handle, town, joined, skillful, lastMonth }: Start): Profile {
  const created = joined + random.whole(1, 90) * 60_000;
  const started = lastMonth - random.whole(18, 300); // start of the first education
  const education = makeEducation(random, { started, lastMonth, created });
  const experience = makeExperience(random, { started: started + random.whole(24, 60), lastMonth, created }, town);
  const current = experience.find(({ to }) => to === undefined);
  return {
    id: random.id(created),
    created,
    status: random.pick(statuses),
    headline: random.chance(0.6) ? `${random.pick(titles)}, mostly ${random.pick(skills)}` : undefined,
    pronouns: random.chance(0.3) ? random.pick(['she/her', 'he/him', 'they/them']) : undefined,
    links: random.chance(0.3) ? [{ label: 'Mastodon', url: `https://mastodon.example.com/@${handle}` }] : [],
    openTo: openToOptions.map(({ value }) => value).filter(() => random.chance(0.15)),
    skills: random.sample(skills, skillful ? 40 : random.whole(1, 9)),
    company: current?.company,
    location: town,
    website: random.chance(0.5) ? `https://${handle.replace('.', '-')}.example.com/` : undefined,
    githubusername: random.chance(0.1) ? 'octocat' : undefined,
    bio: random.chance(0.8) ? writeBio(random) : undefined,
    social: {
      ...(random.chance(0.4) && { twitter: `https://twitter.example.com/${handle}` }),
      ...(random.chance(0.15) && { youtube: `https://youtube.example.com/@${handle}` }),
      ...(random.chance(0.5) && { linkedin: `https://linkedin.example.com/in/${handle}` }),
    },
    experience,
    education,
  };
}

/** Months count from year 0. `created`: when the profile was created. */
interface Career {
  started: number;
  lastMonth: number;
  created: number;
}

/** Generates consecutive jobs with gaps, up to now; some members have no current job. */
function makeExperience(random: Random, { started, lastMonth, created }: Career, town: string): Experience[] {
  const jobs: Experience[] = [];
  for (let month = started; month < lastMonth - 2 && jobs.length < 6; ) {
    const end = month + random.whole(9, 70);
    jobs.push({
      id: random.id(created),
      title: random.pick(titles),
      company: random.pick(companies),
      location: random.chance(0.2) ? 'Remote' : town,
      from: monthDay(month),
      to: end < lastMonth ? monthDay(end) : undefined,
      description: random.chance(0.7) ? writeDuties(random) : undefined,
    });
    month = end + random.whole(0, 5);
  }
  return jobs;
}

/** Generates one or two education entries; the last one may be current. */
function makeEducation(random: Random, { started, lastMonth, created }: Career): Education[] {
  const entries: Education[] = [];
  for (let month = started; month < lastMonth && entries.length < random.whole(1, 2); ) {
    const end = month + random.pick([6, 24, 36, 48]);
    entries.push({
      id: random.id(created),
      school: random.pick(schools),
      degree: random.pick(degrees),
      fieldofstudy: random.pick(fields),
      from: monthDay(month),
      to: end < lastMonth ? monthDay(end) : undefined,
      description: random.chance(0.3) ? 'Evening classes alongside a day job, and a final project that is still in use.' : undefined,
    });
    month = end + random.whole(1, 60);
  }
  return entries;
}
