import type { Visibility } from '@dev-connector/contract';

export const visibilityNames: Record<Visibility, string> = { members: 'Members', public: 'Public' };

/** Chooses who can read a post. Hidden while the form is closed, unless it would publish a restored draft. */
export const VisibilitySelect = ({ value, isHidden }: { value: Visibility; isHidden: boolean }) => (
  <select
    name="visibility"
    aria-label="Who can read it"
    defaultValue={value}
    className={`input input-sm w-auto shrink-0 ${isHidden ? '[form:has(:placeholder-shown[name=text])_&]:hidden [form:has([value=members]:checked)_&]:hidden' : ''}`}
  >
    {Object.entries(visibilityNames).map(([name, label]) => (
      <option key={name} value={name}>
        {label}
      </option>
    ))}
  </select>
);
