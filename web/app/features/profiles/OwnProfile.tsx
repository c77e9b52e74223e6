import type { Profile } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading } from '../../feedback/Loading';
import { SkeletonFields } from '../../ui/states/Skeleton';
import { ownProfileQuery } from './profile-queries';

interface OwnProfileProps {
  /** Shown while the profile loads. Default: the shape of a form. */
  placeholder?: ReactNode;
  children: (profile: Profile | null) => ReactNode;
}

/** Loads the member's own profile and passes it to `children`; `null` if the member has none yet. */
export function OwnProfile({ placeholder = <SkeletonFields />, children }: OwnProfileProps) {
  const query = useQuery(ownProfileQuery);
  if (query.data !== undefined) return children(query.data);
  return <Loading query={query} message="Failed to load profile" placeholder={placeholder} />;
}
