import { listProfiles, type Profile } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';

/** Number of profiles. */
const newest = 6;
/** Maximum number of skills of each. */
const skillsShown = 4;

export type Newcomer = ReturnType<typeof newcomerOf>;

const newcomerOf = ({ user, headline, status, company, skills }: Profile) => ({
  user,
  headline,
  status,
  company,
  skills: skills.slice(0, skillsShown),
});

export const newestProfilesQuery = (call: Api = api) =>
  queryOptions({
    queryKey: ['newest-profiles'],
    queryFn: async ({ signal }) => {
      const { data } = await call(listProfiles, { query: { limit: newest, embed: '' }, signal });
      return data.map(newcomerOf);
    },
  });
