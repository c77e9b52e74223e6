import { directorySorts, type Facets, limits, openToOptions } from '@dev-connector/contract';
import { Search as SearchIcon } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { FacetFilter } from './FacetFilter';
import { paramsOf, readSearch, type Search } from './search';

const any = 'Shows developers with any of these.';
const openLabel = (value: string) => openToOptions.find((option) => option.value === value)?.label ?? value;

/** Search field, filters and order of the directory: a plain form, which the browser sends without script. */
export function Filters({ search, facets }: { search: Search; facets: Facets | undefined }) {
  const navigate = useNavigate();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (name.current) name.current.value = search.q ?? ''; // also after Back and Clear filters
  }, [search.q]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const params = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    for (const input of form.querySelectorAll<HTMLInputElement>('input[list]')) input.value = '';
    navigate({ search: `${paramsOf(readSearch(params))}` }, { preventScrollReset: true });
  }

  return (
    <search>
      <form aria-label="Find developers" action="/dev/profiles" onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <div className="relative min-w-56 grow basis-full sm:max-w-80 sm:basis-auto">
          <SearchIcon className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
          <input
            ref={name}
            type="search"
            name="q"
            aria-label="Search by name"
            placeholder="Search by name"
            defaultValue={search.q}
            maxLength={limits.directoryText}
            className="input input-sm pl-8"
          />
        </div>
        <div className="flex flex-wrap gap-2">
          <FacetFilter name="skill" label="Skills" rule="Shows developers with all of these." values={facets?.skills ?? []} />
          <FacetFilter name="place" label="Places" rule={any} values={facets?.places ?? []} />
          <FacetFilter name="status" label="Status" rule={any} values={facets?.statuses ?? []} />
          <FacetFilter name="open" label="Open to" rule={any} values={facets?.open ?? []} labelOf={openLabel} />
        </div>
        <label className="ml-auto flex items-center gap-2 text-muted text-sm">
          Sort
          <select
            name="sort"
            className="input input-sm text-ink"
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
      </form>
    </search>
  );
}
