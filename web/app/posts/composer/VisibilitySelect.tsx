import type { Visibility } from '@dev-connector/contract';

/** Chooses who can read a post. */
export const VisibilitySelect = ({ value, isHidden }: { value: Visibility; isHidden: boolean }) => (
  <select
    name="visibility"
    aria-label="Who can read it"
    defaultValue={value}
    className={`input input-sm w-auto shrink-0 ${isHidden ? 'hidden' : ''}`}
  >
    <option value="members">Members</option>
    <option value="public">Public</option>
  </select>
);
