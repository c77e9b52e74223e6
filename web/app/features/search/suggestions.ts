import { listTags, openToOptions, statusOptions, suggestPlaces, suggestResults, suggestSkills } from '@dev-connector/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/queries';
import type { Operator } from './typed';

const maxSuggestions = 8;

const beginsWith = (values: string[], text: string) => values.filter((value) => value.toLowerCase().startsWith(text.toLowerCase()));

/** Values of each operator that begin with the text. Operators without values to choose from are missing. */
const sources: Partial<Record<Operator, (text: string, signal: AbortSignal) => Promise<string[]> | string[]>> = {
  skill: async (q, signal) => (await api(suggestSkills, { query: q ? { q } : {}, signal })).data,
  place: async (q, signal) => (await api(suggestPlaces, { query: q ? { q } : {}, signal })).data,
  tag: async (q, signal) => (await api(listTags, { query: q ? { q } : {}, signal })).data.map(({ name }) => name),
  by: async (q, signal) => (q ? await namesOf(q, signal) : []),
  status: (text) =>
    beginsWith(
      statusOptions.map(({ value }) => value),
      text,
    ),
  open: (text) =>
    beginsWith(
      openToOptions.map(({ value }) => value),
      text,
    ),
  has: (text) => beginsWith(['code'], text),
};

async function namesOf(q: string, signal: AbortSignal): Promise<string[]> {
  const { people } = (await api(suggestResults, { query: { q, kinds: 'people' }, signal })).data;
  return [...new Set(people.map(({ name }) => name))];
}

/** Values to complete an operator with. */
export const suggestionsQuery = (operator: Operator | undefined, text: string) =>
  queryOptions({
    queryKey: ['search suggestions', operator, text],
    queryFn: async ({ signal }) => ((await (operator && sources[operator]?.(text, signal))) ?? []).slice(0, maxSuggestions),
    enabled: operator !== undefined,
    retry: false,
  });
