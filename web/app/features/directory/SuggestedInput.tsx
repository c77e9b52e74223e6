import { limits } from '@dev-connector/contract';
import { useId, useState } from 'react';
import { useSuggestions } from './suggestions';

const kinds = {
  skill: { label: 'Add a skill', placeholder: 'Any skill', max: limits.skill },
  place: { label: 'Add a place', placeholder: 'Any place', max: limits.location },
};

/** Adds any value to a filter, with suggestions of the site while typing. */
export function SuggestedInput({ name }: { name: keyof typeof kinds }) {
  const { label, placeholder, max } = kinds[name];
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(name, typed);
  const list = useId();
  return (
    <div className="px-2 pb-2">
      <input
        type="text"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        maxLength={max}
        list={list}
        className="input input-sm"
        autoComplete="off"
        onInput={({ currentTarget, nativeEvent }) => {
          setTyped(currentTarget.value);
          // A chosen suggestion is no text input; browsers name it differently.
          const { inputType } = nativeEvent as InputEvent;
          if (inputType === undefined || inputType === 'insertReplacementText') currentTarget.form?.requestSubmit();
        }}
      />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
}
