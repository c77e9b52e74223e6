import { searchPath } from '../../features/search/address';
import { complete, operatorsFor } from '../../features/search/complete';
import { useSuggested } from '../../features/search/suggested';
import { operatorHints, typedAt } from '../../features/search/typed';
import type { Destination } from '../navigation/destinations';

/** Returns the search for the text, the operators that its last word begins, and the people, tags and posts that it may mean. */
export function useFoundDestinations(text: string, isMember: boolean): Destination[] {
  const query = text.trim();
  const found = useSuggested(query);
  if (query === '') return [];
  const type = isMember ? undefined : 'people';
  return [{ to: searchPath(query, type), label: `Search for “${query}”`, kind: 'search' }, ...operatorsIn(text, type), ...found];
}

function operatorsIn(text: string, type: 'people' | undefined): Destination[] {
  const typed = typedAt(text, text.length);
  if (!typed?.value || typed.operator) return [];
  return operatorsFor(typed.value, type).map(({ name }) => ({
    to: `${name}:`,
    label: `${name}:`,
    hint: operatorHints[name],
    kind: 'search',
    query: complete(text, text.length, typed, `${name}:`).text,
  }));
}
