import { type Facet, facetNames, limits } from '@dev-connector/contract';

/** The filters, order and first page of the directory, as in its address. */
export type Search = Partial<Record<Facet, string[]>> & { q?: string; sort?: string; from?: string };

/** Reads the address. Blank and unknown parameters do not count. */
export function readSearch(params: URLSearchParams): Search {
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const [q, sort, from] = [text('q'), text('sort'), text('cursor')];
  const lists = facetNames.map((name) => [name, valuesOf(params, name)] as const).filter(([, values]) => values.length > 0);
  return { ...(q && { q }), ...Object.fromEntries(lists), ...(sort && sort !== 'newest' && { sort }), ...(from && { from }) };
}

/** At most as many values as the server accepts. */
const valuesOf = (params: URLSearchParams, name: string) => {
  const values = params.getAll(name).map((value) => value.trim());
  return [...new Set(values.filter(Boolean))].slice(0, limits.filterValues);
};

/** Returns the parameters of a search, without the first page: another list begins at its start. */
export function paramsOf({ from, ...search }: Search): URLSearchParams {
  return new URLSearchParams(Object.entries(search).flatMap(([name, value]) => [value].flat().map((one) => [name, one])));
}

/** Returns the search without a value of a filter. */
export const without = (search: Search, name: Facet | 'q', value: string): Search =>
  name === 'q' ? { ...search, q: undefined } : { ...search, [name]: search[name]?.filter((other) => other !== value) };

/** The active filters in the order of the form. */
export const activeFilters = (search: Search): Array<{ name: Facet | 'q'; value: string }> => [
  ...(search.q ? [{ name: 'q' as const, value: search.q }] : []),
  ...facetNames.flatMap((name) => (search[name] ?? []).map((value) => ({ name, value }))),
];
