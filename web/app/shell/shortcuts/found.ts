import { searchPath } from '../../features/search/address';
import { useSuggested } from '../../features/search/suggested';
import type { Destination } from '../navigation/destinations';

/** Returns the search for the text, and the people, tags and posts that it may mean. */
export function useFoundDestinations(text: string, isMember: boolean): Destination[] {
  const found = useSuggested(text);
  if (text === '') return [];
  return [{ to: searchPath(text, isMember ? undefined : 'people'), label: `Search for “${text}”`, kind: 'search' }, ...found];
}
