import {
  importResume,
  listRepositories,
  type Profile,
  type ProfileInput,
  type ResumeImport,
  readMember,
  readOwnProfile,
  readProfile,
  saveProfile,
} from '@dev-connector/contract';
import { type QueryClient, queryOptions, type Register, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Api, ApiError, type ApiResponse } from '../../api/client';
import { api, ownProfileKey } from '../../api/queries';

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

/** The name, handle and picture of a member, also of one without a profile. */
export const memberQuery = (userId: string, call: Api = api) =>
  queryOptions({
    queryKey: ['member', userId],
    queryFn: async ({ signal }) => (await call(readMember, { params: { userId }, signal })).data,
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

export const useImportResume = (successMessage: 'Profile Created' | 'Profile Updated') =>
  useProfileChange({ successMessage, showsError: true }, (body: ResumeImport) => api(importResume, { body }));
