import { openToOptions, withoutHidden } from '@dev-connector/contract';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber } from '../../ui/numbers';
import { UserText } from '../../ui/UserText';
import { activeFilters, paramsOf, type Search, without } from './search';

/** The number of results, and the active filters as links that remove them. */
export function ActiveFilters({ search, total }: { search: Search; total: number | undefined }) {
  const filters = activeFilters(search);
  const { sort } = search;
  return (
    <div className="contents basis-full flex-wrap items-center gap-3 sm:flex">
      <p aria-live="polite" className="font-medium text-sm tabular-nums max-sm:order-1">
        {total === undefined ? '…' : `${formatNumber(total)} ${total === 1 ? 'developer' : 'developers'}`}
      </p>
      {filters.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 max-sm:order-3 max-sm:basis-full">
          <ul aria-label="Active filters" className="flex flex-wrap gap-1.5">
            {filters.map(({ name, value }) => (
              <li key={`${name} ${value}`} className="flex">
                <Link
                  to={{ search: `${paramsOf(without(search, name, value))}` }}
                  preventScrollReset
                  className="chip tap hover:bg-line"
                  aria-label={`Remove the filter ${withoutHidden(textOf(name, value))}`}
                >
                  <UserText text={textOf(name, value)} />
                  <X className="size-3.5 text-muted" />
                </Link>
              </li>
            ))}
          </ul>
          <Link
            to={{ search: `${paramsOf({ ...(sort && { sort }) })}` }}
            preventScrollReset
            className="tap link inline-flex items-center text-sm"
          >
            Clear filters
          </Link>
        </div>
      )}
    </div>
  );
}

const textOf = (name: string, value: string) => {
  if (name === 'q') return `“${value}”`;
  if (name !== 'open') return value;
  return `Open to ${openToOptions.find((option) => option.value === value)?.label.toLowerCase() ?? value}`;
};
