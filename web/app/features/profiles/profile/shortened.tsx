import { entriesThatFit, limits, type Profile, type Repository } from '@dev-connector/contract';

/** Update time of a shortened profile in the query cache. It is stale, so the browser loads the whole profile immediately. */
export const staleTimestamp = 0;

export const isShortened = ({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean => dataUpdatedAt === staleTimestamp;

/** Returns the profile with as many of its newest entries as fit the page size limit, or the same object if all fit. */
export function fitToPage(profile: Profile, repositories: Repository[] | undefined): Profile {
  const { experience, education, ...rest } = profile;
  const [jobs = 0, schools = 0] = entriesThatFit({ rest, repositories }, [experience, education], limits.profilePage);
  if (jobs === experience.length && schools === education.length) return profile;
  return { ...rest, experience: experience.slice(0, jobs), education: education.slice(0, schools) };
}

/** Note shown until the browser has loaded the whole profile. Stays without JavaScript. */
export const ShortenedNote = ({ id }: { id: string }) => (
  <p className="text-muted">
    This page shows the newest entries only. All of them are in the{' '}
    <a className="link" href={`/api/profile/user/${id}/resume`}>
      profile as JSON
    </a>
    .
  </p>
);
