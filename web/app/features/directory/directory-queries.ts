import { listProfiles, type Profile, readFacets } from '@dev-connector/contract';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../api/client';
import { api } from '../../api/queries';
import type { Search } from './search';

/** Maximum number of skills on a card of the directory. */
const skillsShown = 4;

/** The fields of a profile that the directory shows. Other fields are dropped to keep the page small. */
export type Developer = ReturnType<typeof developerOf>;

/** `sought`: skills that the card shows first. */
export const developerOf = (
  { user, status, headline, openTo, company, location, skills }: Omit<Profile, 'bio'>,
  sought: string[] = [],
) => ({
  user,
  status,
  headline,
  openTo,
  company,
  location,
  skills: skills.toSorted((a, b) => Number(includesName(sought, b)) - Number(includesName(sought, a))).slice(0, skillsShown),
});

const includesName = (names: string[], skill: string) => names.some((name) => name.toLowerCase() === skill.toLowerCase());

/** Pages of developers that match the filters. `from` is the cursor of the first page. */
export const profilesQuery = ({ from, ...filters }: Search, call: Api = api) =>
  infiniteQueryOptions({
    queryKey: ['profiles', from ?? null, filters],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next, total } = await call(listProfiles, { query: { cursor: pageParam ?? undefined, embed: '', ...filters }, signal });
      return { data: data.map((profile) => developerOf(profile, profile.matchedSkills)), next, total };
    },
    initialPageParam: from ?? null, // the dehydrated state is JSON, which has no `undefined`
    getNextPageParam: (page) => page.next,
  });

/** The number of developers for each value of a filter. */
export const facetsQuery = ({ from: _from, sort: _sort, ...filters }: Search, call: Api = api) =>
  queryOptions({
    queryKey: ['profiles', 'facets', filters],
    queryFn: async ({ signal }) => (await call(readFacets, { query: filters, signal })).data,
    placeholderData: keepPreviousData,
  });
