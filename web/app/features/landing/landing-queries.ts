import { listProfiles, type Profile, readSite } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';

/** Number of newest profiles on the landing page. */
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

export const memberCountQuery = (call: Api = api) =>
  queryOptions({ queryKey: ['member-count'], queryFn: async ({ signal }) => (await call(readSite, { signal })).data.members });

export const newestProfilesQuery = (call: Api = api) =>
  queryOptions({
    queryKey: ['newest-profiles'],
    queryFn: async ({ signal }) => {
      const { data } = await call(listProfiles, { query: { limit: newest, embed: '' }, signal });
      return data.map(newcomerOf);
    },
  });
