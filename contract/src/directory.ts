import { endpoint } from './shared/endpoint.ts';
import { limits } from './shared/limits.ts';
import { array, boolean, commaList, integer, object, optional, type Static, string, text } from './shared/schema.ts';

export const facetNames = ['skill', 'place', 'status', 'open'] as const;
export type Facet = (typeof facetNames)[number];

/** Orders of the directory, the default first. */
export const directorySorts = [
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
  { value: 'active', label: 'Recently active' },
] as const;
export type DirectorySort = (typeof directorySorts)[number]['value'];

const filter = (title: string, item: number, description: string) =>
  optional(
    commaList({
      title,
      invalid: `${title} must be at most ${limits.filterValues} values of at most ${item} characters`,
      limits: { items: limits.filterValues, item, text: item },
      form: 'One value. A comma is a part of it.',
      description: `${description} Repeat it for several values.`,
    }),
  );

/** Filters of the directory. A profile must match every filter: all given skills, and one of the values of each other filter. Ignores case and diacritics. */
export const directoryFilters = {
  q: optional(text({ title: 'Q', max: limits.directoryText, description: 'Words of the name; matched as prefixes.' })),
  skill: filter('Skill', limits.skill, 'A skill or an alias of it. A profile must have all given skills.'),
  place: filter('Place', limits.location, 'A part of a location between commas, such as Berlin or Germany, or several parts with commas.'),
  status: filter('Status', limits.status, 'A status.'),
  open: filter('Open', limits.status, 'work, mentoring or collaboration.'),
};

const facetValues = () =>
  array(object({ value: string(), count: integer(), selected: boolean() }), {
    maxItems: limits.facetValues + limits.filterValues,
    description: 'The selected values, then the most frequent ones.',
  });

export const facets = object(
  { total: integer(), skills: facetValues(), places: facetValues(), statuses: facetValues(), open: facetValues() },
  { title: 'Facets' },
);
export type Facets = Static<typeof facets>;

/**
 * Counts the profiles for each value of a facet, among those that match the filters of the other facets; for skills, among those with all the given skills. `total`
 * is the number of profiles that match all filters.
 */
export const readFacets = endpoint({
  method: 'GET',
  path: '/api/profile/facets',
  summary: 'Count profiles by skill, place, status and what members are open to',
  tag: 'Profiles',
  access: 'anyone',
  query: object(directoryFilters),
  reply: facets,
  hasEtag: true,
});

/** Returns places of members that begin with `q`, ignoring case and diacritics, the most used first. */
export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/api/places',
  summary: 'Suggest places of members',
  tag: 'Profiles',
  access: 'anyone',
  query: object({ q: optional(text({ title: 'Q', max: limits.location, description: 'The beginning of a place. Default: any place.' })) }),
  reply: array(string(), { maxItems: limits.suggestions }),
});
