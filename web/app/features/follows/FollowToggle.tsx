import { withoutHidden } from '@dev-connector/contract';
import { Check, Plus } from 'lucide-react';
import { Button } from '../../ui/Button';

interface FollowToggleProps {
  /** Of the member or tag, for screen readers. */
  name: string;
  following: boolean;
  size?: 'sm' | 'md';
  onFollow: (following: boolean) => void;
}

/** Follows a member or a tag, or unfollows it. */
export const FollowToggle = ({ name, following, size = 'md', onFollow }: FollowToggleProps) => (
  <Button
    size={size}
    variant={following || size === 'sm' ? 'neutral' : 'primary'}
    aria-pressed={following}
    title={following ? 'Unfollow' : 'Follow'}
    className={size === 'sm' ? 'shrink-0' : 'min-w-28'}
    onClick={() => onFollow(!following)}
  >
    {following ? <Check /> : <Plus />}
    {following ? 'Following' : 'Follow'}
    <span className="sr-only"> {withoutHidden(name)}</span>
  </Button>
);
