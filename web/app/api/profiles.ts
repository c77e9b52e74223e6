import {
  addEducation,
  addExperience,
  deleteAccount,
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
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { clearToken } from '../session/token';
import { type Api, ApiError } from './client';
import { api } from './queries';

export const ownProfileKey = ['own-profile'];

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

/** All developers, newest first, a page at a time; `from` is the cursor to begin at. */
export const profilesQuery = (from: string | undefined, call: Api = api) =>
  infiniteQueryOptions({
    queryKey: ['profiles', from ?? null],
    queryFn: ({ pageParam, signal }) => call(listProfiles, { query: { cursor: pageParam }, signal }),
    initialPageParam: from,
    getNextPageParam: (page) => page.next,
  });

export const repositoriesQuery = (username: string, call: Api = api) =>
  queryOptions({
    queryKey: ['repositories', username],
    queryFn: async ({ signal }) => (await call(listRepositories, { params: { username }, signal })).data,
    staleTime: 10 * 60_000,
    retry: false, // our server has waited for the code host as long as anyone wants to
  });

/** A change of the own profile that answers with the whole of it; one at a time, so that the last answer is the newest. */
function useProfileChange<Input>(change: (input: Input) => Promise<Profile>) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'own-profile' },
    mutationFn: change,
    onSuccess: (profile) => {
      queries.setQueryData(ownProfileKey, profile);
      queries.setQueryData(profileQuery(profile.user._id).queryKey, profile);
      void queries.invalidateQueries({ queryKey: ['profiles'] });
    },
    onError: () => void queries.invalidateQueries({ queryKey: ownProfileKey }), // what we showed may be what was wrong
  });
}

export const useSaveProfile = () => useProfileChange(async (body: ProfileInput) => (await api(saveProfile, { body })).data);

export const useAddExperience = () => useProfileChange(async (body: ExperienceInput) => (await api(addExperience, { body })).data);

export const useRemoveExperience = () => useProfileChange(async (id: string) => (await api(removeExperience, { params: { id } })).data);

export const useAddEducation = () => useProfileChange(async (body: EducationInput) => (await api(addEducation, { body })).data);

export const useRemoveEducation = () => useProfileChange(async (id: string) => (await api(removeEducation, { params: { id } })).data);

/** Deletes the account; then clears the profile and ends the session in this browser. */
export function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api(deleteAccount, {})).data,
    onSuccess: () => {
      queries.removeQueries({ queryKey: ownProfileKey });
      clearToken();
      queries.clear();
    },
  });
}
