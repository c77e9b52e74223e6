import type { Profile } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statusOf } from '../api/client';
import { ownProfileQuery } from '../api/profiles';
import { LoadFailure } from '../ui/LoadFailure';
import { Spinner } from '../ui/Spinner';

/** Loads the member's own profile and shows what is made of it; `null` is a member who has none yet. */
export function OwnProfile({ children }: { children: (profile: Profile | null) => ReactNode }) {
  const { data, error, refetch } = useQuery(ownProfileQuery);
  if (data !== undefined) return children(data);
  if (error) return <LoadFailure message="Failed to load profile" status={statusOf(error)} onRetry={() => void refetch()} />;
  return <Spinner />;
}
