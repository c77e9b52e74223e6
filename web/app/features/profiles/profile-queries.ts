import {
  listProfiles,
  listRepositories,
  type Profile,
  type ProfileInput,
  readFacets,
  readOwnProfile,
  readProfile,
  saveProfile,
} from '@dev-connector/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type Register,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type Api, ApiError, type ApiResponse } from '../../api/client';
import { api, ownProfileKey } from '../../api/queries';
import type { Search } from '../directory/search';

/** The member's own profile, or null if the member has no profile yet. */
export const ownProfileQuery = queryOptions({
  queryKey: ownProfileKey,
  queryFn: async ({ signal }): Promise<Profile | null> => {
    try {
      return (await api(readOwnProfile, { signal })).data;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
});

export const profileQuery = (userId: string, call: Api = api) =>
  queryOptions({
    queryKey: ['profile', userId],
    queryFn: async ({ signal }) => (await call(readProfile, { params: { userId }, signal })).data,
  });

/** Maximum number of skills on a card of the directory. */
const skillsShown = 4;

/** The fields of a profile that the directory shows. Other fields are dropped to keep the page small. */
export type Developer = ReturnType<typeof developerOf>;

/** `sought`: skills that the card shows first. */
export const developerOf = (
  { user, status, headline, openTo, company, location, skills }: Omit<Profile, 'bio'>,
  sought: string[] = [],
) => ({
  user,
  status,
  headline,
  openTo,
  company,
  location,
  skills: skills.toSorted((a, b) => Number(includesName(sought, b)) - Number(includesName(sought, a))).slice(0, skillsShown),
});

const includesName = (names: string[], skill: string) => names.some((name) => name.toLowerCase() === skill.toLowerCase());

/** Pages of developers that match the filters. `from` is the cursor of the first page. */
export const profilesQuery = ({ from, ...filters }: Search, call: Api = api) =>
  infiniteQueryOptions({
    queryKey: ['profiles', from ?? null, filters],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next, total } = await call(listProfiles, { query: { cursor: pageParam ?? undefined, embed: '', ...filters }, signal });
      return { data: data.map((profile) => developerOf(profile, filters.skill)), next, total };
    },
    initialPageParam: from ?? null, // the dehydrated state is JSON, which has no `undefined`
    getNextPageParam: (page) => page.next,
  });

/** The number of developers for each value of a filter. */
export const facetsQuery = ({ from: _from, sort: _sort, ...filters }: Search, call: Api = api) =>
  queryOptions({
    queryKey: ['profiles', 'facets', filters],
    queryFn: async ({ signal }) => (await call(readFacets, { query: filters, signal })).data,
    placeholderData: keepPreviousData,
  });

export const repositoriesQuery = (username: string, call: Api = api) =>
  queryOptions({
    queryKey: ['repositories', username],
    queryFn: async ({ signal }) => (await call(listRepositories, { params: { username }, signal })).data,
    staleTime: 10 * 60_000,
    retry: false, // the server has already waited for the code host
  });

type MutationMeta = NonNullable<Register['mutationMeta']>;

/** Mutation of the member's own profile that returns the whole profile. Mutations run in order, so the last response is the newest. */
export function useProfileChange<Input>(meta: MutationMeta, change: (input: Input) => Promise<ApiResponse<Profile>>) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'own-profile' },
    meta,
    mutationFn: async (input: Input) => (await change(input)).data,
    onSuccess: (profile) => showOwnProfile(queries, profile),
    onError: () => void queries.invalidateQueries({ queryKey: ownProfileKey }), // the cached profile may be outdated
  });
}

/** Updates the cached queries that show the member's own profile. */
export function showOwnProfile(queries: QueryClient, profile: Profile): void {
  queries.setQueryData(ownProfileKey, profile);
  queries.setQueryData(profileQuery(profile.user._id).queryKey, profile);
  void queries.invalidateQueries({ queryKey: ['profiles'] });
}

export const useSaveProfile = (successMessage: 'Profile Created' | 'Profile Updated') =>
  useProfileChange({ successMessage }, (body: ProfileInput) => api(saveProfile, { body }));
