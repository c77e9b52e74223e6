import { type Facet, type Facets, limits, withoutHidden } from '@dev-connector/contract';
import { ChevronDown, X } from 'lucide-react';
import { type ToggleEvent, useState } from 'react';
import { buttonClass, IconButton } from '../../ui/Button';
import { formatNumber } from '../../ui/numbers';
import { UserText } from '../../ui/UserText';
import { SuggestedInput } from './SuggestedInput';

type Values = Facets['skills'];

interface FacetFilterProps {
  name: Facet;
  label: string;
  /** How several values of this filter combine. */
  rule: string;
  values: Values;
  labelOf?: (value: string) => string;
}

/** Button that opens the values of a filter, each with its number of developers, and focuses the first control. A change submits the form. */
export function FacetFilter({ name, label, rule, values, labelOf = (value) => value }: FacetFilterProps) {
  const id = `filter-${name}`;
  const [order, setOrder] = useState<string[]>([]);

  function onBeforeToggle({ newState, currentTarget }: ToggleEvent<HTMLElement>) {
    if (newState !== 'open') return;
    setOrder(values.map(({ value }) => value));
    const first = currentTarget.querySelector('input');
    if (first) first.autofocus = !matchMedia('(pointer: coarse)').matches; // the keyboard of a phone would cover the values
  }

  const selected = values.filter((value) => value.selected).length;
  const isFull = selected >= limits.filterValues;
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass('neutral', 'sm', 'h-9 border-edge')}>
        {label}
        {selected > 0 && (
          <span className="rounded-sm bg-ink px-1.5 text-surface tabular-nums">
            {selected}
            <span className="sr-only"> selected</span>
          </span>
        )}
        <ChevronDown className="-mr-0.5 size-4 text-muted" />
      </button>
      <fieldset id={id} popover="auto" className="menu filter" onBeforeToggle={onBeforeToggle}>
        <legend className="sr-only">{label}</legend>
        <div className="flex items-center justify-between gap-2 px-2 pt-1.5 pb-2">
          <p className="text-muted text-sm">
            {rule}
            {isFull && ` At most ${limits.filterValues}.`}
          </p>
          <IconButton size="sm" label="Close" className="-mr-1.5 sm:hidden" popoverTarget={id} popoverTargetAction="hide">
            <X />
          </IconButton>
        </div>
        {(name === 'skill' || name === 'place') && <SuggestedInput name={name} />}
        <ul>
          {inOrder(values, order).map(({ value, count, selected }) => (
            <li key={value}>
              <label className="menu-item">
                <input
                  type="checkbox"
                  className="checkbox"
                  name={name}
                  value={value}
                  checked={selected}
                  autoComplete="off" // Firefox restores checkboxes by position, where another value may be after a reload
                  disabled={isFull && !selected}
                  aria-label={`${withoutHidden(labelOf(value))}: ${count}`}
                  onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
                />
                <span className="wrap-anywhere min-w-0">
                  <UserText text={labelOf(value)} />
                </span>
                <span className="ml-auto pl-3 text-muted text-sm tabular-nums">{formatNumber(count)}</span>
              </label>
            </li>
          ))}
        </ul>
        <noscript>
          <button type="submit" className="btn btn-primary btn-sm m-2">
            Apply
          </button>
        </noscript>
      </fieldset>
    </>
  );
}

/** Keeps the values where they were when the list was opened: none moves under the pointer. */
function inOrder(values: Values, order: string[]): Values {
  const places = new Map(order.map((value, place) => [value, place]));
  const placeOf = ({ value }: Values[number]) => places.get(value) ?? order.length;
  return values.toSorted((a, b) => placeOf(a) - placeOf(b));
}
