import { suggestPlaces, suggestSkills } from '@dev-connector/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/queries';
import { useDebounced } from '../../ui/browser/useDebounced';

const endpoints = { skill: suggestSkills, place: suggestPlaces };

/** Milliseconds without a key press until suggestions load. */
const debounceTime = 150;

/** Skills or places in the profiles of the site that begin with the typed text. */
export function useSuggestions(kind: keyof typeof endpoints, typed: string): string[] {
  const q = useDebounced(typed.trim(), debounceTime);
  const { data = [] } = useQuery({
    queryKey: ['suggestions', kind, q],
    queryFn: async ({ signal }) => (await api(endpoints[kind], { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data;
}
