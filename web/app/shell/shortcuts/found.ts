import { limits, listTags, search, tagPath } from '@dev-connector/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/queries';
import { searchPath } from '../../features/search/address';
import { useDebounced } from '../../ui/browser/useDebounced';
import type { Destination } from '../navigation/destinations';

/** Milliseconds without a key press until members and tags load. */
const debounceTime = 100;

const maxOfKind = 4;

/** Returns the search for the text, and members and tags that it finds. Tags are for members. */
export function useFoundDestinations(text: string, isMember: boolean): Destination[] {
  const q = useDebounced([...text].slice(0, limits.tag).join(''), debounceTime);
  const { data = [] } = useQuery({
    queryKey: ['destinations', q, isMember],
    queryFn: async ({ signal }) =>
      (await Promise.allSettled([findMembers(q, signal), isMember ? findTags(q, signal) : []])).flatMap((result) =>
        result.status === 'fulfilled' ? result.value : [],
      ),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (text === '') return [];
  const everything = { to: searchPath(text, isMember ? undefined : 'people'), label: `Search for “${text}”` };
  return [everything, ...(q === '' ? [] : data)];
}

async function findMembers(q: string, signal: AbortSignal): Promise<Destination[]> {
  const { data } = await api(search, { query: { q, type: 'people', limit: maxOfKind }, signal });
  return data.flatMap((found) =>
    'skills' in found ? [{ to: `/dev/profile/${found.user._id}`, label: found.user.name, hint: 'Member' }] : [],
  );
}

async function findTags(q: string, signal: AbortSignal): Promise<Destination[]> {
  const { data } = await api(listTags, { query: { q }, signal });
  return data.slice(0, maxOfKind).map(({ name }) => ({ to: tagPath(name), label: `#${name}`, hint: 'Tag' }));
}
