import { limits, suggestPlaces, suggestSkills } from '@dev-connector/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { api } from '../../api/queries';

const kinds = {
  skill: { label: 'Add a skill', placeholder: 'Any skill', endpoint: suggestSkills, max: limits.skill },
  place: { label: 'Add a place', placeholder: 'Any place', endpoint: suggestPlaces, max: limits.location },
};

/** Milliseconds without a key press until suggestions load. */
const debounceTime = 150;

const suggestionsQuery = (name: keyof typeof kinds, q: string) =>
  queryOptions({
    queryKey: ['suggestions', name, q],
    queryFn: async ({ signal }) => (await api(kinds[name].endpoint, { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Adds any value to a filter, with suggestions of the site while typing. */
export function SuggestedInput({ name }: { name: keyof typeof kinds }) {
  const { label, placeholder, max } = kinds[name];
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const { data: suggestions = [] } = useQuery(suggestionsQuery(name, q));
  const list = useId();
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), debounceTime);
    return () => clearTimeout(timer);
  }, [typed]);
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
