import {
  addEducation,
  addExperience,
  type EducationInput,
  type ExperienceInput,
  listProfiles,
  listRepositories,
  type Profile,
  type ProfileInput,
  readOwnProfile,
  readProfile,
  removeEducation,
  removeExperience,
  saveProfile,
} from '@dev-connector/contract';
import { infiniteQueryOptions, queryOptions, type Register, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, type Api, ApiError } from '../api/client';
import { api, ownProfileKey } from '../api/queries';

/** The member's own profile; null where there is none yet. */
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

/** Skills that the directory shows of each at most (spec section 9). */
const skillsShown = 4;

/** What the directory shows of a developer; nothing else is in the page's data. */
export type Developer = ReturnType<typeof developerOf>;

const developerOf = ({ user, status, company, location, skills }: Profile) => ({
  user,
  status,
  company,
  location,
  skills: skills.slice(0, skillsShown),
});

/** All developers, newest first, a page at a time; `from` is the cursor to begin at. */
export const profilesQuery = (from: string | undefined, call: Api = api) =>
  infiniteQueryOptions({
    queryKey: ['profiles', from ?? null],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await call(listProfiles, { query: { cursor: pageParam ?? undefined, embed: '' }, signal });
      return { data: data.map(developerOf), next };
    },
    initialPageParam: from ?? null, // JSON, in which the server hands it over (Told.tsx), has no `undefined`
    getNextPageParam: (page) => page.next,
  });

export const repositoriesQuery = (username: string, call: Api = api) =>
  queryOptions({
    queryKey: ['repositories', username],
    queryFn: async ({ signal }) => (await call(listRepositories, { params: { username }, signal })).data,
    staleTime: 10 * 60_000,
    retry: false, // our server has waited for the code host as long as anyone wants to
  });

type MutationMeta = NonNullable<Register['mutationMeta']>;

/** A change of the own profile that answers with the whole of it; one at a time, so that the last answer is the newest. */
export function useProfileChange<Input>(meta: MutationMeta, change: (input: Input) => Promise<Answer<Profile>>) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'own-profile' },
    meta,
    mutationFn: async (input: Input) => (await change(input)).data,
    onSuccess: (profile) => {
      queries.setQueryData(ownProfileKey, profile);
      queries.setQueryData(profileQuery(profile.user._id).queryKey, profile);
      void queries.invalidateQueries({ queryKey: ['profiles'] });
    },
    onError: () => void queries.invalidateQueries({ queryKey: ownProfileKey }), // what we showed may be what was wrong
  });
}

export const useSaveProfile = (said: 'Profile Created' | 'Profile Updated') =>
  useProfileChange({ said }, (body: ProfileInput) => api(saveProfile, { body }));

export const useAddExperience = () =>
  useProfileChange({ said: 'Experience Added' }, (body: ExperienceInput) => api(addExperience, { body }));

export const useAddEducation = () => useProfileChange({ said: 'Education Added' }, (body: EducationInput) => api(addEducation, { body }));

export const useRemoveExperience = () =>
  useProfileChange({ said: 'Experience Removed', showsFailure: true }, (id: string) => api(removeExperience, { params: { id } }));

export const useRemoveEducation = () =>
  useProfileChange({ said: 'Education Removed', showsFailure: true }, (id: string) => api(removeEducation, { params: { id } }));
