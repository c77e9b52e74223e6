import type { Profile } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from '../shell/feedback/Loading';
import { ownProfileQuery } from './profile-queries';

/** Loads the member's own profile and passes it to `children`; `null` if the member has none yet. */
export function OwnProfile({ children }: { children: (profile: Profile | null) => ReactNode }) {
  const query = useQuery(ownProfileQuery);
  return query.data === undefined ? <Loading query={query} message="Failed to load profile" /> : children(query.data);
}
