import type { Db } from '../db/db.ts';
import { readProfile } from '../store/profiles.ts';
import type { Resume } from './document.ts';

/** A developer's profile as a résumé. Throws `profileNotFound`. */
export async function resumeOfDeveloper(db: Db, userId: string): Promise<Resume> {
  const { user, status, company, website, location, skills, bio, social, experience, education } = await readProfile(
    db,
    userId,
    'profileNotFound',
  );
  return {
    basics: {
      name: user.name,
      label: status,
      image: user.avatar,
      'x-company': company ?? '',
      ...(website && { url: website }),
      ...(bio && { summary: bio }),
      ...(location && { location: { city: location } }),
      profiles: Object.entries(social).map(([network, url]) => ({ network, url })),
    },
    work: experience.map(({ company: name, title: position, location: place, description: summary, ...rest }) => ({
      name,
      position,
      ...(place && { location: place }),
      ...dates(rest),
      ...(summary && { summary }),
    })),
    education: education.map(({ school: institution, degree: studyType, fieldofstudy: area, description: text, ...rest }) => ({
      institution,
      studyType,
      ...(area && { area }),
      ...dates(rest),
      ...(text && { 'x-description': text }),
    })),
    skills: skills.map((name) => ({ name })),
  };
}

const dates = ({ from, to, current }: { from: string; to?: string | undefined; current: boolean }) =>
  to ? { startDate: from, endDate: to } : { startDate: from, ...(!current && { 'x-current': false }) };
