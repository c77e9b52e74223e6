import type { Visibility } from '@dev-connector/contract';

export const visibilityNames: Record<Visibility, string> = { members: 'Members', public: 'Public' };

const commentVisibilityNames: Record<Visibility, string> = { public: 'Everyone can read this', members: 'Members only' };

interface VisibilitySelectProps {
  value: Visibility;
  isComment: boolean;
  isHidden: boolean;
}

/** Chooses who can read a post or comment. Hidden while the form is closed, unless it would publish a restored draft. */
export const VisibilitySelect = ({ value, isComment, isHidden }: VisibilitySelectProps) => (
  <select
    name="visibility"
    aria-label="Who can read it"
    defaultValue={value}
    className={`input input-sm w-auto shrink-0 ${isHidden ? '[form:has(:placeholder-shown[name=text])_&]:hidden [form:has([value=members]:checked)_&]:hidden' : ''}`}
  >
    {Object.entries(isComment ? commentVisibilityNames : visibilityNames).map(([name, label]) => (
      <option key={name} value={name}>
        {label}
      </option>
    ))}
  </select>
);
