import type { Visibility } from '@dev-connector/contract';

export const visibilityNames: Record<Visibility, string> = { members: 'Members', public: 'Public' };

/** Chooses who can read a post. */
export const VisibilitySelect = ({ value, isHidden }: { value: Visibility; isHidden: boolean }) => (
  <select
    name="visibility"
    aria-label="Who can read it"
    defaultValue={value}
    className={`input input-sm w-auto shrink-0 ${isHidden ? 'hidden' : ''}`}
  >
    {Object.entries(visibilityNames).map(([name, label]) => (
      <option key={name} value={name}>
        {label}
      </option>
    ))}
  </select>
);
