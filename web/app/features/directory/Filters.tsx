import { directorySorts, type Facets, limits, openToOptions } from '@dev-connector/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { SearchInput } from '../../ui/fields/SearchInput';
import { useEarlyInput } from '../../ui/fields/useEarlyInput';
import { ActiveFilters } from './ActiveFilters';
import { facetsQuery } from './directory-queries';
import { FacetFilter } from './FacetFilter';
import { paramsOf, readSearch, type Search } from './search';

const openLabel = (value: string) => openToOptions.find((option) => option.value === value)?.label ?? value;

const any = 'Shows developers with any of these.';
const filters = [
  { name: 'skill', values: 'skills', label: 'Skills', rule: 'Shows developers with all of these.' },
  { name: 'place', values: 'places', label: 'Places', rule: any },
  { name: 'status', values: 'statuses', label: 'Status', rule: any },
  { name: 'open', values: 'open', label: 'Open to', rule: any, labelOf: openLabel },
] as const;

/** Shows a choice before its counts have arrived. */
const current = (values: Facets['skills'] = [], chosen: string[] | undefined) =>
  chosen ? values.map((value) => ({ ...value, selected: chosen.includes(value.value) })) : values;

/** Search field, filters and order of the directory: a plain form, which the browser sends without script. */
export function Filters({ search, total }: { search: Search; total: number | undefined }) {
  const { data: facets, isPlaceholderData } = useQuery(facetsQuery(search));
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const shown = useRef(search.q);
  useEffect(() => {
    if (name.current && shown.current !== search.q) name.current.value = search.q ?? ''; // after Back and Clear filters
    shown.current = search.q;
  }, [search.q]);
  useEarlyInput(form, (changed) => {
    if (changed.some((control) => control.matches('select, [type=checkbox]'))) form.current?.requestSubmit();
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const params = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    for (const input of form.querySelectorAll<HTMLInputElement>('input[list]')) input.value = '';
    navigate({ search: `${paramsOf(readSearch(params))}` }, { preventScrollReset: true });
  }

  return (
    <search>
      <form ref={form} aria-label="Find developers" action="/dev/profiles" onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <div className="flex grow basis-full sm:max-w-80 sm:basis-40">
          <SearchInput
            ref={name}
            label="Search by name"
            placeholder="Search by name"
            defaultValue={search.q}
            maxLength={limits.directoryText}
            autoComplete="off"
          />
        </div>
        <div className="filter-row">
          {filters.map(({ name, values, ...filter }) => (
            <FacetFilter
              key={name}
              name={name}
              values={current(facets?.[values], isPlaceholderData ? search[name] : undefined)}
              {...filter}
            />
          ))}
        </div>
        <label className="ml-auto flex items-center gap-2 text-muted text-sm max-sm:order-2">
          Sort
          <select
            name="sort"
            autoComplete="off"
            className="input input-sm h-9 font-medium text-ink"
            value={search.sort ?? directorySorts[0].value}
            onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
          >
            {directorySorts.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button type="submit" className="btn btn-sm">
            Apply
          </button>
        </noscript>
        <ActiveFilters search={search} total={total} />
      </form>
    </search>
  );
}
