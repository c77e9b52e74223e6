import { entriesThatFit, type Profile, type Repository } from '@dev-connector/contract';

/** When a shortened profile was loaded, as the query cache sees it: long ago, so that the browser loads the whole one at once. */
export const neverLoaded = 0;

export const isShortened = ({ dataUpdatedAt }: { dataUpdatedAt: number }): boolean => dataUpdatedAt === neverLoaded;

/** The profile with as many of its newest entries as a page holds; the profile itself if all fit. */
export function fitToPage(profile: Profile, repositories: Repository[] | undefined): Profile {
  const { experience, education, ...rest } = profile;
  const [jobs = 0, schools = 0] = entriesThatFit({ rest, repositories }, [experience, education]);
  if (jobs === experience.length && schools === education.length) return profile;
  return { ...rest, experience: experience.slice(0, jobs), education: education.slice(0, schools) };
}

/** Shows until the browser has loaded the whole profile; without script it stays. */
export const ShortenedNote = ({ id }: { id: string }) => (
  <p className="panel muted px-6 py-4">
    This page shows the newest entries only. All of them are in the{' '}
    <a className="link" href={`/api/profile/user/${id}/resume`}>
      profile as JSON
    </a>
    .
  </p>
);
