import { suggestSkills } from '@dev-connector/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/queries';
import { TokenInput } from '../../ui/TokenInput';

/** Milliseconds without a key press until suggestions load. */
const debounceTime = 150;

const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['skills', q],
    queryFn: async ({ signal }) => (await api(suggestSkills, { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Skills as tokens, with suggestions from the skills of other members. */
export function SkillsInput({ skills, error }: { skills: string | undefined; error: string | undefined }) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery(suggestionsQuery(useDebounced(typed.trim())));
  return (
    <TokenInput
      id="skills"
      name="skills"
      label="Skills"
      required
      defaultValue={skills}
      suggestions={data ?? []}
      onQuery={setTyped}
      error={error}
      hint="Please use comma separated values (eg. HTML,CSS,JavaScript,PHP)"
    />
  );
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceTime);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
